"""What the commands of docs/operate.md ask of Debian, done in a folder.

Each name is a program in the PATH of the commands. What installs, makes users or asks for a certificate
is replaced by the nearest thing, or by nothing; `systemctl` runs the commands of the units that were copied.
"""

from __future__ import annotations

import configparser
import json
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

HERE = Path(os.environ.get("STAND_INS", "/nonexistent"))  # the folder that stands for the machine's root
UNITS = HERE / "etc" / "systemd" / "system"
RUNNING = HERE / "running"  # a file with the process's number for each unit
PATIENCE = 60.0


def options_of(unit: str) -> dict[str, list[str]]:
    """The [Service] section of a unit, with its instance filled in."""
    name, _at, instance = unit.partition("@")
    text = (UNITS / (f"{name}@.service" if instance else f"{name}.service")).read_text()
    found: dict[str, list[str]] = {}
    for line in text.partition("[Service]")[2].partition("\n[")[0].splitlines():
        key, equals, value = line.partition("=")
        if equals and not key.startswith("#"):
            filled = value.replace("%i", instance).replace("%%", "%")
            found.setdefault(key, []).append(filled)
    return found


def run_unit(unit: str) -> None:
    """Do what systemd does for a unit: its environment, its folders, its commands."""
    options, environ = options_of(unit), dict(os.environ, PGUSER=options_of(unit)["User"][0])
    for line in options["Environment"]:
        environ |= {
            name: value for name, _equals, value in (word.partition("=") for word in shlex.split(line))
        }
    for line in Path(options["EnvironmentFile"][0]).read_text().splitlines():
        name, _equals, value = line.partition("=")
        environ[name] = value
    for folder in " ".join(options["StateDirectory"]).split():
        (HERE / "var" / "lib" / folder).mkdir(parents=True, exist_ok=True)
    mask = int(options["UMask"][0], 8)
    command = shlex.split(options["ExecStart"][0])
    if options.get("Type") == ["oneshot"]:
        subprocess.run(command, env=environ, check=True, umask=mask)
        for line in options.get("ExecStartPost", []):
            subprocess.run(shlex.split(line), env=environ, check=True, umask=mask)
        return
    with (HERE / f"{unit}.log").open("ab") as log:
        process = subprocess.Popen(
            command, env=environ, stdout=log, stderr=log, umask=mask, start_new_session=True
        )
    (RUNNING / unit).write_text(str(process.pid))


def stop_unit(unit: str) -> None:
    """End its process, and wait until it is gone."""
    file = RUNNING / unit
    if not file.exists():
        return
    number, end = int(file.read_text()), time.monotonic() + PATIENCE
    os.kill(number, signal.SIGTERM)
    while alive(number):
        assert time.monotonic() < end, f"{unit} does not stop"
        time.sleep(0.05)
    file.unlink()


def alive(number: int) -> bool:
    """Whether a process runs; one that has ended is reaped by whoever adopted it."""
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def systemctl(*words: str) -> None:
    """enable --now, start, stop, restart, reload, daemon-reload."""
    verb, *units = [word for word in words if word != "--now"]
    for unit in units:
        if unit == "nginx":
            nginx(*(["-s", "reload"] if verb == "reload" else ["-s", "stop"] if verb == "stop" else []))
        elif unit.endswith(".timer"):
            timer = configparser.ConfigParser(interpolation=None)
            timer.optionxform = str  # type: ignore[assignment,method-assign]
            timer.read(UNITS / unit)
            options_of(unit.removesuffix(".timer"))  # it starts a unit that there is
            calendar = timer["Timer"]["OnCalendar"]
            subprocess.run(["systemd-analyze", "calendar", calendar], check=True, stdout=subprocess.DEVNULL)
        else:
            if verb in ("stop", "restart"):
                stop_unit(unit)
            if verb in ("enable", "start", "restart"):
                run_unit(unit)


def nginx(*words: str) -> None:
    """The real one, with a configuration that includes the sites."""
    command = [os.environ["PROXY"], "-p", str(HERE), "-c", str(HERE / "nginx.conf"), *words]
    with (HERE / "nginx.log").open("ab") as log:  # which it keeps open
        subprocess.run(command, check=True, stdout=log, stderr=log)


def runuser(*words: str) -> None:
    """As another user: the name is for PostgreSQL."""
    dash_u, user, dashes, *command = words
    assert (dash_u, dashes) == ("-u", "--")
    subprocess.run(command, env=os.environ | {"PGUSER": user}, check=True)


def certbot(*words: str) -> None:
    """A certificate that signs itself, where certbot would put one; the hooks are run."""
    given = dict(pairwise(words))
    subprocess.run(given["--pre-hook"], shell=True, check=True)
    folder = HERE / "etc" / "letsencrypt" / "live" / given["-d"]
    folder.mkdir(parents=True)
    key, chain = str(folder / "privkey.pem"), str(folder / "fullchain.pem")
    subject = ["-subj", f"/CN={given['-d']}", "-addext", f"subjectAltName=DNS:{given['-d']}"]
    make = [
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-keyout",
        key,
        "-out",
        chain,
        *subject,
    ]
    subprocess.run(make, check=True, capture_output=True)
    subprocess.run(given["--post-hook"], shell=True, check=True)


def install(*words: str) -> None:
    """Without the group, which only root can give."""
    rest = list(words)
    place = rest.index("-g")
    del rest[place : place + 2]
    subprocess.run(["/usr/bin/install", *rest], check=True)


def curl(*words: str) -> None:
    """The real one, which finds the name of the example on this machine."""
    where = json.loads(os.environ["CURL"])
    subprocess.run(["/usr/bin/curl", *where, *words], check=True)


def git(*words: str) -> None:
    """The checkout is there already: this one."""
    assert words in (
        ("clone", "REPOSITORY", str(HERE / "opt/fattorino")),
        ("-C", str(HERE / "opt/fattorino"), "pull"),
    )


def noted(*words: str) -> None:
    """Nothing to do here."""


DONE: dict[str, Callable[..., None]] = {
    **dict.fromkeys(("apt-get", "useradd", "pip", "python3"), noted),
    **{one.__name__: one for one in (systemctl, nginx, runuser, certbot, install, curl, git)},
}

if __name__ == "__main__":
    with (HERE / "commands.log").open("a") as log:
        print(*sys.argv[1:], file=log)
    try:
        DONE[sys.argv[1]](*sys.argv[2:])
    except subprocess.CalledProcessError as failed:
        sys.exit(failed.returncode)
