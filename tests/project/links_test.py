#!/usr/bin/env python3
"""Every link from one page of the source to another file leads to a file that is there.

usage: links_test.py SOURCE_TREE
"""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1]).resolve()
pages = [p for p in root.rglob("*.md") if "build" not in p.relative_to(root).parts]
links = 0
broken = []
for page in pages:
    for target in re.findall(r"\]\(([^)#\s]+)", page.read_text(encoding="utf-8")):
        if target.startswith(("http://", "https://", "mailto:")):
            continue
        links += 1
        if not (page.parent / target).exists():
            broken.append(f"{page.relative_to(root)}: no file at {target}")
print(*broken, sep="\n")
print(f"{links} links in {len(pages)} pages, {len(broken)} broken")
sys.exit(1 if broken or links < 20 else 0)
