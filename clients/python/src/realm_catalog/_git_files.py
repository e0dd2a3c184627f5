"""Asks git which files belong to a folder. Somebody may have sent the folder: its `.git` can name
filters, hooks, monitors and transports, which are programs, and none of them is run.
"""

from __future__ import annotations

import os
import shutil
import subprocess

from ._errors import PackingError

OFF = ("core.fsmonitor=false", "core.hooksPath=/dev/null", "credential.helper=")
ENVIRONMENT = {
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
}
EXECUTABLE = b"100755 "
MAX_SHOWN_CHARACTERS = 2_000


def git_files(folder: str) -> dict[str, bool | None]:
    """The files that git tracks or would add, but for those that a `.realmignore` names. With each,
    whether it is executable, where the disk does not say so.
    """
    if not _is_in_repository(os.path.realpath(folder)):
        raise PackingError(
            f"{folder} is in no git repository: name the files to publish.", code="files_needed"
        )
    staged = [line.partition(b"\t") for line in _ask(folder, "--stage")]
    known = {path: mode.startswith(EXECUTABLE) for mode, _, path in staged}
    for path in _ask(folder, "--others", "--exclude-standard"):
        known.setdefault(path, False)
    for path in _ask(
        folder, "--cached", "--others", "--ignored", "--exclude-per-directory=.realmignore"
    ):
        known.pop(path, None)
    by_index = os.name == "nt"
    return {os.fsdecode(path): known[path] if by_index else None for path in sorted(known)}


def _is_in_repository(folder: str) -> bool:
    """Also in a broken one."""
    while not os.path.lexists(os.path.join(folder, ".git")):
        folder, below = os.path.dirname(folder), folder
        if folder == below:
            return False
    return True


def _ask(folder: str, *words: str) -> list[bytes]:
    settings = [word for setting in OFF for word in ("-c", setting)]
    program = _find_git()
    done = subprocess.run(
        [program, *settings, "ls-files", "-z", *words],
        cwd=folder,
        env={**os.environ, **ENVIRONMENT},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    if done.returncode != 0:
        said = done.stderr.decode("utf-8", "replace").strip()[:MAX_SHOWN_CHARACTERS]
        raise PackingError(f"git cannot list the files of {folder}: {said}", code="git_failed")
    return done.stdout.split(b"\0")[:-1]


def _find_git() -> str:
    """Never from the folder itself, where Windows looks first."""
    folders = [folder for folder in os.get_exec_path() if os.path.isabs(folder)]
    program = shutil.which("git", path=os.pathsep.join(folders))
    if program is None or not os.path.isabs(program):
        raise PackingError("git is not installed.", code="git_failed")
    return program
