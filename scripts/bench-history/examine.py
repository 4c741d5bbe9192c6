"""Prints what Apache Otava finds in the series on standard input: its first candidate and its change points."""

import json
import sys

import numpy
from otava.analysis import compute_change_points
from otava.change_point_divisive.calculator import PairDistanceCalculator


def examine(values):
    if len(set(values)) == 1:
        return {"candidate": None, "points": []}
    first = PairDistanceCalculator(numpy.array(values)).get_candidate_change_point(slice(None))
    points, _ = compute_change_points(list(values))
    candidate = [int(first.index), float(f"{first.qhat:.8g}")]
    return {"candidate": candidate, "points": [int(point.index) for point in points]}


json.dump([examine(values) for values in json.load(sys.stdin)], sys.stdout)
