"""Reads one archive from end to end, and gives its files to a receiver. Nothing is unpacked here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._archive_file import ArchiveFile
from ._gzip import gunzip
from ._ledger import ArchiveLimits, Ledger
from ._tar import read_tar
from ._zip import read_zip

if TYPE_CHECKING:
    from ._ledger import Receiver


def read_archive(
    path: str, limits: ArchiveLimits, receiver: Receiver | None = None
) -> tuple[list[str], str]:
    """The paths of the files, and the one folder that contains everything. The receiver may have
    got files by the time it is refused: only the end tells whether all is well.
    """
    with open(path, "rb") as opened:
        file = ArchiveFile(opened)
        ledger = Ledger(file.size, limits, receiver)
        if file.read(0, 2) == b"PK":  # what is no zip is read as gzip, which says why it is none
            read_zip(file, limits, ledger)
        else:
            read_tar(gunzip(file), ledger)
        return ledger.files, ledger.close()
