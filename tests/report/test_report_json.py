import json as standard

import jsonschema
import pytest

from specproof import resources
from specproof.report import json


@pytest.fixture
def schema():
    file = resources.path("specs", "metaschema", "report", "ddl-report.schema.json")
    return standard.loads(file.read_text(encoding="utf-8"))


def test_json(ddl_report, language, golden):
    golden(f"ddl-report/report.{language}.json", json.render(ddl_report))


def test_the_schema_describes_the_report(ddl_report, schema):
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(json.to_data(ddl_report), schema)


@pytest.mark.parametrize("key", ["line", "end_column", "errno", "url"])
def test_a_report_without_a_promised_key_is_refused(ddl_report, schema, key):
    data = json.to_data(ddl_report)
    del data["files"][0]["findings"][0][key]
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(data, schema)


def test_the_source_stays_out(ddl_report):
    assert "REFERENCES b" not in json.render(ddl_report)
