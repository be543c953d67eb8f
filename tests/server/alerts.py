"""The alert rules and the dashboard in packaging/: they can be read, and ask only for what the server has.

    tests/run alerts.py ELEKTRO ROOT
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import yaml

from client import Http, Server
from exposition import parse

ELEKTRO, ROOT = sys.argv[1:3]
RULES = os.path.join(ROOT, "packaging", "prometheus-alerts.yml")
DASHBOARD = os.path.join(ROOT, "packaging", "grafana-dashboard.json")
PROMTOOL = shutil.which("promtool")

FUNCTIONS = {"rate", "increase", "sum", "min", "max", "count", "topk", "histogram_quantile", "changes", "time",
             "label_values"}
KEYWORDS = {"by", "ignoring", "on"}
ADDED = {"job", "instance"}  # labels that Prometheus adds
DURATION = r"\[(?:\d+[smhd]|\$__rate_interval)\]"
MATCHER = re.compile(r'([a-z_]+)(=~|!~|!=|=)"([^"]*)"')


class BadQuery(Exception):
    pass


class Query:
    """What an expression of PromQL names: metrics with their matchers, and labels that it groups by."""

    def __init__(self, text):
        self.metrics, self.labels = [], set()
        if text.count("(") != text.count(")") or text.count("{") != text.count("}"):
            raise BadQuery(f"brackets: {text}")
        rest = re.sub(DURATION, " ", text)
        rest = re.sub(r"\b(?:by|ignoring|on) *\(([^)]*)\)", self.take_labels, rest)
        rest = re.sub(r"([a-z_:]+)\{([^}]*)\}", self.take_metric, rest)
        for name, call in re.findall(r"\b([a-z_][a-z_0-9]*)( *\(?)", rest):
            if "(" in call or name in FUNCTIONS:
                if name not in FUNCTIONS:
                    raise BadQuery(f"function {name}: {text}")
            elif name not in ADDED:
                self.metrics.append((name, []))
        if "[" in rest or '"' in rest:
            raise BadQuery(f"a strange part: {rest}")

    def take_labels(self, found):
        self.labels |= {label.strip() for label in found[1].split(",")}
        return " "

    def take_metric(self, found):
        matchers = MATCHER.findall(found[2])
        if ",".join(f'{label}{sign}"{value}"' for label, sign, value in matchers) != found[2].replace(" ", ""):
            raise BadQuery(f"matchers: {found[0]}")
        self.metrics.append((found[1], matchers))
        return " "


class Live:
    """The metrics of a running server."""

    def __init__(self, text):
        self.series = {}
        for metric in parse(text).values():
            for name, labels in metric.values:
                self.series.setdefault(name, []).append(dict(labels))

    def check(self, expression):
        query, labels = Query(expression), set(ADDED)
        if not query.metrics:
            raise BadQuery(f"no metric: {expression}")
        for name, matchers in query.metrics:
            if name == "up":
                continue
            if name not in self.series:
                raise BadQuery(f"the server has no {name}: {expression}")
            labels |= {label for series in self.series[name] for label in series}
            for label, sign, value in matchers:
                self.check_matcher(name, label, value.split("|") if "~" in sign else [value])
        if not query.labels <= labels:
            raise BadQuery(f"no label {query.labels - labels}: {expression}")

    def check_matcher(self, name, label, values):
        if label in ADDED:
            return
        known = {series.get(label) for series in self.series[name]}
        if not set(values) <= known:
            raise BadQuery(f"{name} has no {label} {set(values) - known}")


def rules():
    with open(RULES, encoding="utf-8") as file:
        return [rule for group in yaml.safe_load(file)["groups"] for rule in group["rules"]]


def panels():
    with open(DASHBOARD, encoding="utf-8") as file:
        return json.load(file)["panels"]


class Packaged(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with Server(ELEKTRO) as server:
            cls.text = Http(server, "Anna").raw("GET", "/metrics")[2].decode()
        cls.live = Live(cls.text)

    def test_rules(self):
        """every alert rule names metrics, labels and values that the server has"""
        names = set()
        for rule in rules():
            with self.subTest(rule["alert"]):
                self.live.check(rule["expr"])
                self.assertIn(rule["labels"]["severity"], ("page", "ticket"))
                self.assertTrue(rule["annotations"]["summary"] and rule["annotations"]["description"])
                self.assertLessEqual(set(rule), {"alert", "expr", "for", "labels", "annotations"})
                self.assertRegex(rule.get("for", "1m"), r"^\d+[smh]$")
                names.add(rule["alert"])
        self.assertEqual(len(names), len(rules()), "two rules have one name")
        self.assertGreaterEqual(len(names), 10)

    def test_dashboard(self):
        """every panel of the dashboard names metrics, labels and values that the server has"""
        queries = [(panel["title"], target["expr"]) for panel in panels() for target in panel.get("targets", [])]
        for title, expression in queries:
            with self.subTest(title):
                self.live.check(expression)
        self.assertGreaterEqual(len(queries), 30)
        ids = [panel["id"] for panel in panels()]
        self.assertEqual(len(ids), len(set(ids)), "two panels have one id")
        taken = set()
        for panel in panels():
            at = panel["gridPos"]
            cells = {(x, y) for x in range(at["x"], at["x"] + at["w"]) for y in range(at["y"], at["y"] + at["h"])}
            self.assertFalse(cells & taken, f"{panel['title']} overlaps another panel")
            self.assertLessEqual(at["x"] + at["w"], 24)
            taken |= cells

    def test_shown(self):
        """the dashboard shows every histogram and everything that has labels"""
        used = {name for panel in panels() for target in panel.get("targets", [])
                for name, _ in Query(target["expr"]).metrics}
        for metric in parse(self.text).values():
            labels = {label for _, labels in metric.values for label, _ in labels}
            if metric.type == "histogram" or labels:
                self.assertTrue(used & metric.names(), f"{metric.name} is nowhere on the dashboard")

    def assert_fires(self, alert, series, fires):
        """Whether an alert fires after twenty minutes of these values, one a minute."""
        case = {"rule_files": [RULES], "evaluation_interval": "1m", "tests": [
            {"interval": "1m", "input_series": [{"series": name, "values": values} for name, values in series.items()],
             "promql_expr_test": [{"expr": f'count(ALERTS{{alertname="{alert}",alertstate="firing"}})', "eval_time": "18m",
                                   "exp_samples": [{"labels": "{}", "value": 1}] if fires else []}]}]}
        with tempfile.NamedTemporaryFile("w", suffix=".yml") as file:
            yaml.safe_dump(case, file)
            file.flush()
            run = subprocess.run([PROMTOOL, "test", "rules", file.name], capture_output=True, text=True, check=False)
        self.assertEqual(run.returncode, 0, f"{alert}: {run.stdout}{run.stderr}")

    def test_checker(self):
        """the test itself finds names, labels and values that do not exist"""
        for text in ("rate(elektro_nothing_total[5m])", 'elektro_jobs_waiting{pool="cooks"}',
                     'elektro_refused_by_code_total{code=~"storage|nonsense"}', "sum by (colour) (elektro_jobs_waiting)",
                     "frobnicate(elektro_ready)", "sum(elektro_ready", 'elektro_ready{x=1}', "rate(elektro_moves_total[x])"):
            with self.assertRaises(BadQuery, msg=text):
                self.live.check(text)

    @unittest.skipUnless(PROMTOOL, "promtool is not installed")
    def test_promtool(self):
        """promtool accepts the rules, the queries of the dashboard and the metrics, and alerts fire when they should"""
        run = subprocess.run([PROMTOOL, "check", "rules", RULES], capture_output=True, text=True, check=False)
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        queries = [target["expr"].replace("$__rate_interval", "5m").replace("$instance", ".*")
                   for panel in panels() for target in panel.get("targets", [])]
        with tempfile.NamedTemporaryFile("w", suffix=".yml") as file:
            yaml.safe_dump({"groups": [{"name": "dashboard", "rules": [
                {"record": f"panel:{i}", "expr": text} for i, text in enumerate(queries)]}]}, file)
            file.flush()
            run = subprocess.run([PROMTOOL, "check", "rules", file.name], capture_output=True, text=True, check=False)
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        self.assert_fires("ElektroLoopBlocked", {'elektro_loop_seconds_bucket{instance="a",le="1"}': "0+100x9 999+0x20",
                                                 'elektro_loop_seconds_count{instance="a"}': "0+100x9 1002+0x20"}, True)
        self.assert_fires("ElektroLoopBlocked", {'elektro_loop_seconds_bucket{instance="a",le="1"}': "0+100x30",
                                                 'elektro_loop_seconds_count{instance="a"}': "0+100x30"}, False)
        self.assert_fires("ElektroNotReady", {'elektro_ready{instance="a"}': "1x5 0x30"}, True)
        self.assert_fires("ElektroSlowRequests", {
            'elektro_request_seconds_bucket{instance="a",request="move",le="0.5"}': "0+1x40",
            'elektro_request_seconds_bucket{instance="a",request="move",le="1"}': "0+9x40",
            'elektro_request_seconds_bucket{instance="a",request="move",le="+Inf"}': "0+9x40"}, True)
        self.assert_fires("ElektroSlowRequests", {
            'elektro_request_seconds_bucket{instance="a",request="login",le="0.5"}': "0+1x40",
            'elektro_request_seconds_bucket{instance="a",request="login",le="+Inf"}': "0+9x40"}, False)
        run = subprocess.run([PROMTOOL, "check", "metrics"], input=self.text, capture_output=True, text=True, check=False)
        complaints = [line for line in (run.stdout + run.stderr).splitlines()
                      if not line.startswith("elektro_commit_microseconds_total ")]  # older than this advice
        self.assertEqual(complaints, [])
