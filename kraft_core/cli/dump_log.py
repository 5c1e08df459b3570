"""`kraft dump-log`: print log segments, snapshots and indexes as Kafka's own tool does.

Options, their rules and the standard output are those of `kafka-dump-log` of Kafka 4.3.1
(`org.apache.kafka.tools.DumpLogSegments`), and `--json` besides. Standard error and the exit code
differ: damage is one sentence for each damaged file and exit code 1.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, Final

import click

from kraft_core.cli.dump.dump import dump_files
from kraft_core.cli.dump.java_values import INT_MAX, parse_integer
from kraft_core.cli.dump.report import STRING_DECODER, TOPICS, DumpOptions
from kraft_core.cli.output import echo

KAFKA_VERSION: Final = "4.3.1"
"""The release of the tool whose output this is."""


class JavaInteger(click.ParamType[int]):
    """An int, as Java reads it."""

    name = "integer"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number; fail with a usage error if it is not an integer up to 2^31 - 1."""
        if isinstance(value, int):
            return value
        try:
            return parse_integer(value, INT_MAX)
        except ValueError:
            self.fail(f"{value!r} is not a valid integer up to {INT_MAX}.", param, ctx)


class KafkaCommand(click.Command):
    """Takes options as Kafka's tools do: also with one dash, and flags with a value, unread."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Accept Kafka's forms of options, and parse."""
        flags = {
            name: isinstance(option, click.Option) and option.is_flag
            for option in self.get_params(ctx)
            for name in option.opts
        }
        return super().parse_args(ctx, [_common_form(argument, flags) for argument in args])


def _common_form(argument: str, flags: dict[str, bool]) -> str:
    name, _, _ = argument.partition("=")
    if f"-{name}" in flags:
        name, argument = f"-{name}", f"-{argument}"
    return name if flags.get(name) else argument


def _print_version(ctx: click.Context, _: click.Parameter, is_asked: bool) -> None:
    if is_asked:
        echo(KAFKA_VERSION)
        ctx.exit()


@click.command(
    cls=KafkaCommand,
    context_settings={"allow_extra_args": True},
    epilog="Example: kraft dump-log --cluster-metadata-decoder --files"
    " __cluster_metadata-0/00000000000000000000.log",
)
@click.option(
    "--files",
    required=True,
    multiple=True,
    metavar="FILE[,FILE...]",
    help="The log segments, snapshots and indexes to print.",
)
@click.option("--print-data-log", is_flag=True, help="Print the content of records.")
@click.option("--deep-iteration", is_flag=True, help="Print records, not only batches.")
@click.option(
    "--skip-record-metadata",
    is_flag=True,
    help="Print only the content of records, without control records.",
)
@click.option(
    "--cluster-metadata-decoder", is_flag=True, help="Decode records of __cluster_metadata."
)
@click.option("--offsets-decoder", is_flag=True, help="Decode records of __consumer_offsets.")
@click.option(
    "--transaction-log-decoder", is_flag=True, help="Decode records of __transaction_state."
)
@click.option(
    "--share-group-state-decoder", is_flag=True, help="Decode records of __share_group_state."
)
@click.option(
    "--remote-log-metadata-decoder", is_flag=True, help="Decode records of __remote_log_metadata."
)
@click.option(
    "--key-decoder-class",
    is_flag=False,
    flag_value=STRING_DECODER,
    metavar="[CLASS]",
    help="Kafka's decoder for keys: String-, Integer-, Long- or DefaultDecoder of"
    " org.apache.kafka.tools.api.",
)
@click.option(
    "--value-decoder-class",
    is_flag=False,
    flag_value=STRING_DECODER,
    metavar="[CLASS]",
    help="Decoder for record values.",
)
@click.option("--verify-index-only", is_flag=True, help="Check indexes and print no entries.")
@click.option(
    "--index-sanity-check", is_flag=True, help="Check indexes only, as a broker does at start-up."
)
@click.option(
    "--max-bytes",
    type=JavaInteger(),
    default=INT_MAX,
    help="Number of bytes to read from each log.",
)
@click.option(
    "--max-batch-bytes",
    type=click.IntRange(1, 1 << 29),
    default=DumpOptions().max_batch_bytes,
    show_default=True,
    help="Limit on a decompressed batch, in bytes; the dump stops at a larger one.",
)
@click.option(
    "--max-message-size",
    type=JavaInteger(),
    default=DumpOptions().max_message_size,
    show_default=True,
    help="Limit on a batch that an index points to, in bytes.",
)
@click.option(
    "--redact",
    is_flag=True,
    help="Hide SCRAM keys, tokens and sensitive configs; needs --cluster-metadata-decoder.",
)
@click.option("--json", "records_as_json", is_flag=True, help="Print records as JSON Lines.")
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Print the version of Kafka whose output this is.",
)
@click.pass_context
def command(ctx: click.Context, /, files: tuple[str, ...], **values: Any) -> int:
    """Print log segments, snapshots, indexes and producer state, as kafka-dump-log does."""
    if len(files) > 1:
        raise click.UsageError(
            "Found multiple arguments for option files, but you asked for only one"
        )
    if values["redact"] and not values["cluster_metadata_decoder"]:
        raise click.UsageError(
            "--redact needs --cluster-metadata-decoder: other records are printed as their bytes"
        )
    for argument in ctx.args:
        echo(f"kraft: ignored {argument!r}: specify files with --files", err=True)
    names = _names(files[0])
    report = dump_files(names, _options(values), sys.stdout.buffer.write)
    sys.stdout.flush()
    for line in report.lines():
        echo(line, err=True)
    missing = {name: f"No such file: {name}" for name in names if not Path(name).exists()}
    for name, sentence in report.damage.items():
        text = missing.get(name, sentence)
        if values["records_as_json"]:
            echo(json.dumps({"error": {"kind": "failed", "message": text}}), err=True)
        else:
            echo(f"kraft: {text}", err=True)
    return 1 if report.damage else 0


def _names(files: str) -> list[str]:
    """Split at commas as Java does: empty pieces at the end are dropped."""
    return files.rstrip(",").split(",") if files.strip(",") or not files else []


def _options(values: dict[str, Any]) -> DumpOptions:
    topics = [topic for topic in TOPICS if values.pop(f"{topic.replace('-', '_')}_decoder")]
    decoders = {
        name: value
        for name in ("key_decoder_class", "value_decoder_class")
        if (value := values.pop(name)) is not None
    }
    if topics or decoders:
        values["print_data_log"] = True
    return DumpOptions(topic=topics[0] if topics else None, **decoders, **values)
