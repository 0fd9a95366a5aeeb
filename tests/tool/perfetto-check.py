# SPDX-License-Identifier: Apache-2.0
"""perfetto-check: reads what protoc has decoded from standard input, and checks that each sequence of
packets can be read by itself. Prints one line for each span: TRACK NAME BEGIN END [FLOW], and after a
tab its arguments, if there are any; the same of an instant, which ends when it begins. With --more, prints counters, "counter TRACK TIME VALUE", and
before each span its category, place and error, as far as they are known."""

import re
import sys


def parse(lines):
    """A message as a list of (field, value), up to the brace that ends it."""
    fields = []
    for line in lines:
        line = line.strip()
        if line == "}":
            break
        if line.endswith("{"):
            fields.append((line[:-2], parse(lines)))
        else:
            fields.append(tuple(line.split(": ", 1)))
    return fields


def get(message, *path):
    """The value of the last field of PATH, None if it is not there."""
    for name in path:
        message = dict(message).get(name)
        if message is None:
            return None
    return message


class Sequence:
    def __init__(self, packet):
        clocks = [dict(value) for name, value in get(packet, "clock_snapshot") if name == "clocks"]
        assert [clock["clock_id"] for clock in clocks] == ["6", "64"], clocks
        assert clocks[1]["is_incremental"] == "true"
        assert get(packet, "sequence_flags") == "1"
        assert get(packet, "first_packet_on_sequence") == "true"
        assert get(packet, "trace_packet_defaults", "timestamp_clock_id") == "64"
        self.track = get(packet, "trace_packet_defaults", "track_event_defaults", "track_uuid")
        self.time = 0
        self.names = {}
        self.texts = {}
        self.categories = {}
        self.places = {}
        self.open = []

    def argument(self, annotation):
        """NAME=VALUE of an argument; None: it is something else that is known of a span."""
        name = get(annotation, "name").strip('"')
        if name in ("error", "error_name", "stands_for", "bytes", "global", "local"):
            return None
        text = self.texts.get(get(annotation, "string_value_iid"))
        number = get(annotation, "uint_value") or get(annotation, "int_value")
        text = text or get(annotation, "string_value")
        return name + "=" + (text[1:-1] if text else number)

    def tell_more(self, event):
        category = self.categories[get(event, "category_iids")]
        place = self.places.get(get(event, "source_location_iid"), [])
        errors = [get(value, "string_value") for name, value in event
                  if name == "debug_annotations" and get(value, "name") == '"error_name"']
        if MORE:
            print("more", category, *[value for _, value in place[1:]], *errors)

    def add(self, packet, tracks, flows):
        assert [name for name, _ in packet].count("interned_data") <= 1
        for name, value in get(packet, "interned_data") or []:
            if name == "event_names":
                self.names[get(value, "iid")] = get(value, "name")
            elif name == "event_categories":
                self.categories[get(value, "iid")] = get(value, "name")
            elif name == "source_locations":
                self.places[get(value, "iid")] = value
            else:
                assert name == "debug_annotation_string_values"
                self.texts[get(value, "iid")] = get(value, "str")
        event = get(packet, "track_event")
        assert get(packet, "sequence_flags") == "2"
        self.time += int(get(packet, "timestamp"))
        if get(event, "type") == "TYPE_COUNTER":
            value = int(get(event, "counter_value"))
            assert value >= 0
            if MORE:
                print("counter", tracks[self.track], self.time, value)
            return
        if get(event, "type") == "TYPE_INSTANT":
            self.tell_more(event)
            name = self.names[get(event, "name_iid")].strip('"')
            print(tracks[self.track], name, self.time, self.time, "")
            return
        if get(event, "type") == "TYPE_SLICE_BEGIN":
            self.tell_more(event)
            flow = get(event, "flow_ids") or get(event, "terminating_flow_ids") or ""
            flows[get(event, "flow_ids") is None].append(flow)
            texts = [self.argument(value) for name, value in event if name == "debug_annotations"]
            texts = ", ".join(text for text in texts if text)
            self.open.append((self.names[get(event, "name_iid")], self.time, flow,
                              texts and "\t" + texts))
        else:
            name, begin, flow, texts = self.open.pop()
            print(tracks[self.track], name.strip('"'), begin, self.time, flow + texts)


MORE = "--more" in sys.argv
tracks = {}
pids = set()
sequences = {}
flows = [], []
lines = iter(sys.stdin)
for line in lines:
    assert re.fullmatch(r"packet \{\n", line), line
    packet = parse(lines)
    assert not [name for name, value in packet if name.isdigit()], "an unknown field"
    number = get(packet, "trusted_packet_sequence_id")
    track = get(packet, "track_descriptor")
    if track:
        name = get(track, "name") or get(track, "thread", "tid") or "process"
        assert get(track, "uuid") not in tracks, "a track is there twice"
        process = get(track, "process")
        if process:
            assert get(process, "pid") not in pids, "a process is there twice"
            pids.add(get(process, "pid"))
            if MORE:
                print("process", get(process, "process_name").strip('"'))
        elif get(track, "thread"):
            assert get(track, "thread", "pid") in pids, "a thread has no process"
        tracks[get(track, "uuid")] = name.strip('"').replace(" ", "-")
        parent = get(track, "parent_uuid")
        assert parent is None or tracks[parent] == "process"
    elif get(packet, "clock_snapshot"):
        assert number not in sequences
        sequences[number] = Sequence(packet)
    else:
        sequences[number].add(packet, tracks, flows)
assert not [sequence for sequence in sequences.values() if sequence.open]
begun, ended = [sorted(flow for flow in side if flow) for side in flows]
assert begun == ended and len(set(begun)) == len(begun), (begun, ended)
