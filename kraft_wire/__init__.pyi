from kraft_wire.connection import (
    ClientConnection as ClientConnection,
    ServerConnection as ServerConnection,
)
from kraft_wire.errors import (
    DecodeError as DecodeError,
    EncodeError as EncodeError,
    ErrorCode as ErrorCode,
    UnknownMessageError as UnknownMessageError,
    UnsupportedVersionError as UnsupportedVersionError,
    WireError as WireError,
)
from kraft_wire.framing import (
    FrameReader as FrameReader,
    frame as frame,
)
from kraft_wire.json_form import (
    from_json as from_json,
    to_json as to_json,
)
from kraft_wire.limits import (
    Limits as Limits,
)
from kraft_wire.message import (
    Message as Message,
    Request as Request,
    Struct as Struct,
)
from kraft_wire.messages import (
    ApiKey as ApiKey,
    kafka_messages as kafka_messages,
    message_class as message_class,
    metadata_record_class as metadata_record_class,
    request_class as request_class,
    response_class as response_class,
)
from kraft_wire.native import Engine
from kraft_wire.primitives import (
    Uuid as Uuid,
)
from kraft_wire.records import (
    Compression as Compression,
    Record as Record,
    RecordBatch as RecordBatch,
    RecordBatchBuilder as RecordBatchBuilder,
    iter_batches as iter_batches,
)
from kraft_wire.registry import (
    MessageSet as MessageSet,
)

__version__: str
engine: Engine
