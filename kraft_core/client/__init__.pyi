from kraft_core.client.changes import (
    Change as Change,
)
from kraft_core.client.client import (
    AsyncClient as AsyncClient,
    Client as Client,
    LiveLog as LiveLog,
)
from kraft_core.client.errors import (
    AuthenticationError as AuthenticationError,
    ClientError as ClientError,
    ConnectionLostError as ConnectionLostError,
    LeaderNotFoundError as LeaderNotFoundError,
    LogTruncatedError as LogTruncatedError,
    NotControllerError as NotControllerError,
    PositionError as PositionError,
    RefusedError as RefusedError,
    SecurityConfigError as SecurityConfigError,
    UnreadableRecordError as UnreadableRecordError,
    WrongClusterError as WrongClusterError,
)
from kraft_core.client.metadata_log import (
    Committed as Committed,
    Position as Position,
    SnapshotId as SnapshotId,
    SnapshotNeeded as SnapshotNeeded,
)
from kraft_core.client.quorum import (
    Leader as Leader,
)
from kraft_core.client.security import (
    read_security as read_security,
)
from kraft_core.client.settings import (
    Endpoint as Endpoint,
    Settings as Settings,
    parse_endpoints as parse_endpoints,
)
from kraft_core.client.tailing import (
    tail as tail,
    tail_async as tail_async,
)
