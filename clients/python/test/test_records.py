"""What the API answers with, as objects; and that loading the package loads little."""

from __future__ import annotations

import ast
import dataclasses
import subprocess
import sys
import unittest
from pathlib import Path

import realm_catalog
from realm_catalog import (
    CreatedKey,
    Realm,
    RealmPage,
    Session,
    UnexpectedResponseError,
    UpdateRealmDeprecated,
)

SOURCE = Path(realm_catalog.__file__).parent


class Records(unittest.TestCase):
    """Of JSON and to JSON."""

    def test_drop_what_they_do_not_know_and_keep_the_names_of_the_api(self) -> None:
        data = {
            "realms": [{"slug": "a", "downloadCount": 3, "author": {"username": "alice", "x": 1}}],
            "pagination": {"hasMore": False, "cursor": "new"},
            "news": [],
        }
        page = RealmPage.from_dict(data)
        self.assertEqual(page.realms[0].download_count, 3)
        self.assertEqual(page.realms[0].author.username, "alice")
        self.assertIsNone(page.realms[0].license)  # an older catalog does not send it
        self.assertIsNone(page.facets)
        again = page.to_dict()
        self.assertEqual(again["realms"][0]["downloadCount"], 3)
        self.assertEqual(again["pagination"]["hasMore"], False)
        self.assertNotIn("facets", again)
        self.assertEqual(RealmPage.from_dict(again), page)

    def test_have_maps_and_lists_of_objects(self) -> None:
        variable = {"type": "text", "prompt": "Name?", "format": "slug"}
        realm = Realm.from_dict({"variables": {"name": variable}, "tags": ["a"]})
        self.assertEqual(realm.variables["name"].format, "slug")
        self.assertEqual(realm.tags, ("a",))
        self.assertEqual(realm.to_dict()["variables"]["name"]["format"], "slug")

    def test_are_frozen_slotted_and_take_keywords_alone(self) -> None:
        reason = UpdateRealmDeprecated(message="Use b.")
        self.assertTrue(dataclasses.is_dataclass(reason))
        with self.assertRaises(dataclasses.FrozenInstanceError):
            reason.message = "x"  # type: ignore[misc]
        self.assertFalse(hasattr(reason, "__dict__"))
        self.assertEqual(hash(reason), hash(UpdateRealmDeprecated(message="Use b.")))
        with self.assertRaises(TypeError):
            UpdateRealmDeprecated("Use b.")  # type: ignore[misc]
        self.assertIs(UpdateRealmDeprecated, type(reason))

    def test_show_no_secret(self) -> None:
        self.assertNotIn("rlm_", repr(CreatedKey.from_dict({"key": "rlm_key_x", "name": "a"})))
        session = Session.from_dict({"token": "rlm_a", "refreshToken": "rlm_b"})
        self.assertNotIn("rlm_", repr(session))
        self.assertEqual(session.refresh_token, "rlm_b")

    def test_of_another_shape_are_no_answer_of_a_catalog(self) -> None:
        data: object
        for data in ([], None, "a", 1, {"realms": "a"}, {"realms": [1]}, {"pagination": [1]}):
            with self.subTest(data), self.assertRaises(UnexpectedResponseError):
                RealmPage.from_dict(data)


class Package(unittest.TestCase):
    """As it is loaded."""

    def test_loads_neither_tls_nor_dataclasses_before_they_are_needed(self) -> None:
        late = ["ssl", "http.client", "dataclasses", "inspect", "email", "random", "tempfile"]
        late += ["realm_catalog._unpack", "tarfile", "zipfile", "asyncio", "logging"]
        program = f"import sys, realm_catalog; print([m for m in {late!r} if m in sys.modules])"
        run = [
            sys.executable,
            "-S",
            "-E",
            "-c",
            f"import sys; sys.path.insert(0, {str(SOURCE.parent)!r}); {program}",
        ]
        self.assertEqual(subprocess.check_output(run, text=True).strip(), "[]")

    def test_has_every_name_that_it_exports(self) -> None:
        from realm_catalog import _generated_types

        for name in [*realm_catalog.__all__, *_generated_types.__all__, "HttpTransport"]:
            self.assertTrue(hasattr(realm_catalog, name), name)
        self.assertTrue(callable(realm_catalog.unpack_archive))
        with self.assertRaises(AttributeError):
            realm_catalog.no_such_name

    def test_is_written_in_the_language_of_3_10(self) -> None:
        files = list(SOURCE.rglob("*.py"))
        self.assertGreater(len(files), 30)
        for file in files:
            tree = ast.parse(file.read_text("utf-8"), str(file), feature_version=(3, 10))
            self.assertTrue(ast.get_docstring(tree), f"{file} does not say what it is")


if __name__ == "__main__":
    unittest.main()
