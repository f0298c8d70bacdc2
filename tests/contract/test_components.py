"""Every value in a game's components.toml is read: by the rules, or for what people see."""

import importlib
import pkgutil
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import fattorino
from fattorino.games import names, overlay
from fattorino.kernel import components
from fattorino.kernel import game as kernel_game
from fattorino.kernel.components import Overlay, keys_of
from fattorino.kernel.game import Game
from fattorino.render import draw

# Values that nothing reads, by path; an entry that matches none of them fails.
UNREAD: dict[str, list[str]] = {
    "ghost_town": [
        "meta.game",
        "meta.short",
        "meta.data_version",
        "players.game_masters",
        "players.gm_seat",
        "counts.map_boards",
        "counts.psychic_cards",
        "counts.tiles",
        "counts.tokens",
        "counts.sticker_sheets",
        "counts.pens",
        "counts.summary_cards",
        "counts.summary_cards_gm",
        "counts.summary_cards_players",
        "setup.turn_limit",
        "setup.starts_per_deliverer",
        "setup.boxes_per_deliverer",
        "setup.signboards_per_deliverer",
        "map.squares",
        "directions.sign_report_order",
        "icons.teleport",
        "tiles.total",
        "tiles.basic",
        "tiles.round",
        "tile.*.count",
        "tile.*.faces",
        "tokens.total",
        "token.*.count",
        "token.*.colours",
        "token.*.per_colour",
        "token.*.faces",
        "psychic_deck.total",
        "psychic_deck.white",
        "psychic_deck.black",
        "psychic_card.*.white",
        "psychic_card.*.special_action",
        "psychic_card.*.parameter",
        "report.*.code",
        "report.*.says",
        "report.*.fields",
        "decision.*.seat",
        "decision.*.ranges",
        "build_order.basic",
        "build_order.variants",
        "town.*.name",
        "town.*.par_start1.shrimp",
        "town.*.par_start1.basil",
        "town.*.par_start2.shrimp",
        "town.*.par_start2.basil",
        "town.*.par",
        "town.*.par_start1.cheese",
        "town.*.par_start2.cheese",
        "town.*.par_start3.shrimp",
        "town.*.par_start3.basil",
        "town.*.par_start3.cheese",
    ],
    "new_york": [
        "meta.title",
        "meta.game_id",
        "meta.schema_version",
        "meta.players_min",
        "counts.ingredient_cards",
        "counts.health_inspector_cards",
        "counts.basic_power_cards",
        "counts.pizza_order_cards",
        "counts.pizzeria_levels_base",
        "counts.pawns_base",
        "counts.boards_double_sided",
        "counts.power_tokens",
        "counts.tip_tokens_base",
        "counts.no_tip_tokens_base",
        "counts.any_cards",
        "counts.expansion_power_cards",
        "counts.pizzeria_levels_expansion",
        "counts.pawns_expansion",
        "counts.tip_tokens_expansion",
        "counts.no_tip_tokens_expansion",
        "counts.coop_calendar",
        "counts.coop_pawns",
        "counts.coop_tokens",
        "counts.d6",
        "counts.personal_goal_cards",
        "counts.tableau_boards",
        "counts.new_specialty_orders",
        "counts.city_event_cards",
        "counts.extra_cheese_cards",
        "constants.starting_power_kept",
        "constants.disk_limit_any_ingredient",
        "constants.specialty_extra_cards",
        "constants.card_value",
        "constants.health_inspector_fine_cards",
        "score_track.first_number",
        "score_track.last_number",
        "score_track.wraps",
        "player_colors.*.set",
        "ingredients.*.top_power",
        "ingredients.*.top_power_value",
        "villages.*.code",
        "villages.*.buildable",
        "villages.*.wild_for_upgrades",
        "blue_card_groups.*.count",
        "blue_card_groups.*.first_index",
        "blue_card_groups.*.use",
        "health_inspectors.count",
        "health_inspectors.back",
        "health_inspectors.type",
        "health_inspectors.rule_key",
        "health_inspectors.in_power_deck",
        "special_kinds.*.class",
        "special_kinds.*.covers",
        "special_kinds.*.top_power",
        "special_kinds.*.persistent_power",
        "power_cards.*.rule_key",
        "power_cards.*.instant",
        "power_cards.*.stays",
        "power_cards.*.tokens",
        "power_cards.*.copies",
        "zone_tolls.*.card",
        "zone_tolls.*.zone",
        "zone_tolls.*.own",
        "zone_tolls.*.opponent",
        "zone_tolls.*.bank_bonus_if_park_path_open",
        "power_tokens.count",
        "power_tokens.building_commissioner",
        "power_tokens.subway_fast_pass",
        "order_tickets.*.set",
        "tip_tokens.base.count",
        "tip_tokens.base.values.*.value",
        "tip_tokens.expansion.count",
        "tip_tokens.expansion.values.*.value",
        "no_tip_tokens.value",
        "player_material.disks_per_player",
        "player_material.pawns_per_player",
        "player_material.tableau_board_slots",
        "city_events.*.effect.kind",
        "city_events.*.effect.value",
        "city_events.*.effect.minimum",
        "city_events.*.effect.zones",
        "city_events.*.effect.cards",
        "city_events.*.effect.close_park_path",
        "setup.competitive.money",
        "setup.competitive.hand",
        "setup.competitive.open_market",
        "setup.competitive.basic_power_cards",
        "setup.competitive.orders_at_start",
        "setup.competitive.order_deck",
        "setup.competitive.use_expansion_power_cards",
        "setup.competitive.use_any_cards",
        "setup.competitive.use_expansion_tips",
        "setup.coop.shared_money",
        "setup.coop.pizzas_delivered",
        "setup.coop.open_market",
        "setup.coop.basic_power_cards",
        "setup.coop.expansion_power_cards",
        "setup.coop.orders_at_start",
        "setup.coop.first_day",
        "coop.calendar.start",
        "coop.calendar.permanent_promotion.day",
        "coop.calendar.permanent_promotion.morning",
        "coop.tokens.count",
        "coop.promotions.*.color",
        "coop.promotions.*.back",
        "coop.difficulty.*.row",
        "coop.difficulty.*.players",
        "coop.top_chef.*.face",
        "coop.top_chef.*.category",
        "board.side_1_4.players",
        "board.side_1_4.order_slots",
        "board.side_1_4.park_path.village",
        "board.side_1_4.park_path.edges",
        "board.side_5_6.players",
        "board.side_5_6.order_slots",
        "board.side_5_6.nodes.*.x",
        "board.side_5_6.nodes.*.y",
        "board.side_5_6.nodes.*.village",
        "board.side_5_6.lots.*.x",
        "board.side_5_6.lots.*.y",
        "board.side_5_6.park_path.x",
        "board.side_5_6.park_path.y",
        "board.side_5_6.park_path.village",
        "board.side_5_6.park_path.edges",
        "board_examples.*.lot",
        "board_examples.*.zone",
        "board_examples.*.spaces",
        "price_examples.*.village",
        "price_examples.*.price",
    ],
    "papa_paolo": [
        "meta.game",
        "meta.title",
        "meta.phases",
        "meta.phase_names",
        "player_colours.order",
        "per_player.experience_boards",
        "per_player.experience_markers",
        "per_player.order_pawns",
        "experience.columns",
        "experience.start_column",
        "shop.pizzas",
        "pizzerias.exits",
        "pizzerias.kinds.*.count",
        "start_tiles.tiles.*.number",
        "start_tiles.tiles.*.exits",
        "city_tile_mix.per_colour.*.houses",
        "city_tile_mix.per_colour.*.shape",
        "city_tile_mix.per_colour.*.count",
        "city_tile_mix.count_per_colour",
        "city_tile_mix.count",
        "investment_tiles.count",
        "investment_tiles.per_colour",
        "investment_tiles.per_round_per_colour",
        "delivery_tiles.tiles.*.round",
        "delivery_tiles.tiles.*.number",
        "board.4.row_coin_end",
        "board.4.column_coin_end",
        "board.3.row_coin_end",
        "board.3.column_coin_end",
        "board.2.row_coin_end",
        "board.2.column_coin_end",
        "setup.4.city_tiles_on_board",
        "setup.4.delivery_tiles_per_round",
        "setup.4.piazza_columns",
        "setup.4.investment",
        "setup.4.start_tiles_dealt_each",
        "setup.3.city_tiles_on_board",
        "setup.3.delivery_tiles_per_round",
        "setup.3.piazza_columns",
        "setup.3.investment",
        "setup.3.start_tiles_dealt_each",
        "setup.2.city_tiles_on_board",
        "setup.2.delivery_tiles_per_round",
        "setup.2.piazza_columns",
        "setup.2.bid_min",
        "setup.2.investment",
        "setup.2.start_tiles_dealt_each",
        "scoring.per_delivered_pizza",
        "scoring.per_undelivered_pizza",
        "scoring.expert_points",
        "scoring.tie_break",
    ],
    "pizza_city": [
        "meta.game",
        "meta.short",
        "meta.data_version",
        "players.count",
        "players.roles",
        "players.turn_order",
        "counts.bike_cards",
        "counts.city_cards",
        "counts.boards",
        "counts.bike_tokens",
        "counts.reference_cards",
        "setup.drop_offs_on_board",
        "setup.first_seat",
        "goal.pizzas_to_win",
        "drop_off.metric",
        "limits.max_rounds",
        "board.corners",
        "board.blocks",
        "board.segments_horizontal",
        "board.segments_interior",
        "board.segments_perimeter",
        "board.perimeter_roads",
        "board.printed.block",
        "board.printed.road",
        "board.printed.corner_features",
        "start.symmetry",
        "feature.*.where",
        "feature.*.text_name",
        "city_deck.faces",
        "bike_deck.move_cards",
        "bike_deck.flair_cards",
        "bike_deck.faces",
        "bike_card.*.value",
        "bike_card.*.window",
        "token.*.count",
        "reference_card.*.count",
        "decision.*.seat",
        "decision.*.ranges",
    ],
    "pizza_race": [
        "goal",  # so that a test can try to change it
    ],
}


@pytest.mark.parametrize("name", names())
def test_every_value_is_read(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read = set[str]()
    monkeypatch.setattr(
        kernel_game, "read_components", lambda folder: overlay.watched(components.read(folder), "", read)
    )
    copy = tmp_path / f"{name}_watched"
    overlay.copy(fattorino.load(name).folder, copy, Overlay(name, "watched", {}, {}))
    look_at_everything(overlay.load_folder(copy))

    unread = [path for path in values(components.read(copy), "") if path not in read]
    known = UNREAD.get(name, [])
    assert [path for path in unread if not any(fnmatch(path, pattern) for pattern in known)] == []
    assert [pattern for pattern in known if not any(fnmatch(path, pattern) for path in unread)] == []


def look_at_everything(game: Game) -> None:
    """All modules of a game except its checks of overlays, all of its pieces, and the beginning of a game."""
    package = importlib.import_module(f"fattorino.games.{game.name}")
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if not module.name.endswith(".totals"):
            importlib.import_module(module.name)
    if game.gallery is not None:
        game.gallery()
    match = game.new(seed=1)
    chance = np.random.default_rng(1)
    while not match.over and match.move < 40:
        view, seat = match.view(match.to_move), match.to_move
        assert seat is not None
        game.prompt(view, seat)
        match.labels()
        match.play(int(chance.choice(match.legal())))
    match.log(None)
    draw(game, match.view(0), 0)
    game.board(match.view(0), 0)


def values(table: Any, path: str) -> Iterator[str]:
    """The path of every value; an id, and where a value comes from, are no values."""
    if isinstance(table, dict) or (isinstance(table, list) and table and isinstance(table[0], dict)):
        for key, value in keys_of(table).items():
            if not (key == "source_note" or key.endswith("_source")):
                yield from values(value, f"{path}.{key}" if path else key)
    else:
        yield path
