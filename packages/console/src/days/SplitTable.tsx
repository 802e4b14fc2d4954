import type { ActivityRow, Paged } from "@tollgate/client"
import { useRead } from "../reading/useRead.js"
import { useSession } from "../session/useSession.js"
import { useOffset } from "../ui/Filter.js"
import { Loaded } from "../ui/Loaded.js"
import { Paging } from "../ui/Paging.js"
import { Table } from "../ui/Table.js"
import { idOf, last30Days, PAGE, rangeOf, type SplitBy } from "./readSplit.js"
import { splitColumns, splitTitle } from "./splitColumns.js"

const Rows = (props: {
  readonly by: SplitBy
  readonly offset: number
  readonly page: Paged<ActivityRow>
  readonly isOld: boolean
}) => {
  const { by, isOld, offset, page } = props
  if (page.total_count === 0) return null
  return (
    <>
      <Table
        caption={`Sums of 30 days by ${by}`}
        columns={splitColumns(by)}
        rows={page.data}
        keyOf={(row) => idOf(row, by) ?? ""}
        isOld={isOld}
      />
      {page.total_count > PAGE ? (
        <Paging what={`${splitTitle[by].toLowerCase()}s`} offset={offset} size={PAGE} total={page.total_count} />
      ) : null}
    </>
  )
}

const Later = ({ by, offset }: { readonly by: SplitBy; readonly offset: number }) => {
  const { account } = useSession()
  const read = useRead(
    (signal) => account.activity.list({ ...rangeOf(last30Days()), group_by: [by], offset }, { signal }),
    [by, offset]
  )
  return (
    <Loaded reading={read} what="the sums">
      {(page) => <Rows by={by} offset={offset} page={page} isOld={read.isOld} />}
    </Loaded>
  )
}

/** The sums of 30 days, the highest cost first, a page at a time. The chart has read the first page. */
export const SplitTable = (props: {
  readonly by: SplitBy
  readonly first: Paged<ActivityRow>
  readonly isOld: boolean
}) => {
  const { by, first, isOld } = props
  const offset = useOffset()
  return offset === 0 ? <Rows by={by} offset={0} page={first} isOld={isOld} /> : <Later by={by} offset={offset} />
}
