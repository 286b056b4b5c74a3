#!/usr/bin/env python3
"""Writes two archives in Zstandard frames whose dictionary was trained on their records: as it is, and compressed itself.

    pip install zstandard && scripts/dictionary-fixtures.py crates/chaffinch-input/tests/dictionaries
"""
import pathlib, struct, sys

import zstandard

BIRDS = ["chaffinch", "siskin", "bullfinch", "linnet", "greenfinch", "goldfinch", "hawfinch", "brambling", "crossbill", "serin"]


def record(number):
    bird = BIRDS[number % len(BIRDS)]
    body = (
        f"<!DOCTYPE html><title>The {bird}</title><h1>The {bird}, page {number}</h1>"
        f"<p>It is one of {len(BIRDS)} finches on this site and was seen {number * 7} times.</p>"
    )
    http = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{body}"
    head = (
        f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://birds.example/{number}\r\n"
        f"WARC-Date: 2026-01-01T00:00:00Z\r\nWARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-{number:012}>\r\n"
        f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(http)}\r\n\r\n"
    )
    return (head + http + "\r\n\r\n").encode()


def in_frame_for_others(content):
    """The WARC file format's note on Zstandard puts the dictionary into a frame that other readers skip."""
    return struct.pack("<II", 0x184D2A5D, len(content)) + content


folder = pathlib.Path(sys.argv[1])
dictionary = zstandard.train_dictionary(2000, [record(number) for number in range(2000)])
compressor = zstandard.ZstdCompressor(level=9, dict_data=dictionary)
frames = b"".join(compressor.compress(record(number)) for number in range(10))
plain = dictionary.as_bytes()
(folder / "plain.warc.zst").write_bytes(in_frame_for_others(plain) + frames)
(folder / "packed.warc.zst").write_bytes(in_frame_for_others(zstandard.ZstdCompressor().compress(plain)) + frames)
