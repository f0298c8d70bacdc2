"""Former names of kernel/i18n.py."""

from fattorino.kernel.i18n import *  # noqa: F403
from fattorino.kernel.i18n import _ as _
from fattorino.kernel.i18n import cached_per_language as said_once  # noqa: F401
from fattorino.kernel.i18n import ngettext as several  # noqa: F401
from fattorino.kernel.i18n import set_language as speak  # noqa: F401
