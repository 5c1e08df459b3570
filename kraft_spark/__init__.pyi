from kraft_spark.cluster_image.image import (
    History as History,
    Image as Image,
    history as history,
    image as image,
)
from kraft_spark.functions import (
    doctor as doctor,
    export as export,
    keep_history as keep_history,
    read_committed as read_committed,
    restore as restore,
    restore_plan as restore_plan,
    sample as sample,
)
from kraft_spark.log.typed_options import (
    ExportOptions as ExportOptions,
    ReadOptions as ReadOptions,
)
from kraft_spark.session import (
    by_partition as by_partition,
    local_session as local_session,
    register as register,
    write_snapshot as write_snapshot,
)
