import { useRead } from "../../reading/useRead.js"
import { useSession } from "../../session/useSession.js"
import { DayFilter, TextFilter, useFilter, useOffset } from "../../ui/Filter.js"
import { KeyFilter } from "../../ui/KeyFilter.js"
import { Loaded } from "../../ui/Loaded.js"
import { NoRows } from "../../ui/NoRows.js"
import { Page } from "../../ui/Page.js"
import { Paging } from "../../ui/Paging.js"
import { Table } from "../../ui/Table.js"
import { Chain } from "./Chain.js"
import { changeColumns } from "./changeColumns.js"

const SIZE = 50

/** Midnight of a day in the reader's zone, and so many days after it. */
const midnight = (day: string, after: number): string | undefined => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined
  const at = new Date(`${day}T00:00:00`)
  at.setDate(at.getDate() + after)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}

/** The audit log, and whether it is intact. */
export const Changes = () => {
  const { account } = useSession()
  const [action, object, actor, from, to] = [
    useFilter("action"),
    useFilter("object"),
    useFilter("actor"),
    useFilter("from"),
    useFilter("to")
  ]
  const offset = useOffset()
  const page = {
    limit: SIZE,
    offset,
    action: action || undefined,
    object: object || undefined,
    actor_hash: actor || undefined,
    from: midnight(from, 0),
    to: midnight(to, 1)
  }
  const entries = useRead((signal) => account.audit.list(page, { signal }), [page])
  return (
    <Page title="Changes">
      <Chain />
      <search class="filters below">
        <TextFilter name="action" label="Change" placeholder="keys.updateKey" />
        <TextFilter name="object" label="Object (hash, id or slug)" />
        <KeyFilter name="actor" label="By the key" />
        <DayFilter name="from" label="From" />
        <DayFilter name="to" label="To" />
      </search>
      <Loaded reading={entries} what="the changes">
        {({ data, total_count }) =>
          data.length === 0 ? (
            <NoRows offset={offset}>
              No change matches the filters. State the full name of a change, such as keys.updateKey.
            </NoRows>
          ) : (
            <>
              <Table
                caption="Changes"
                columns={changeColumns}
                rows={data}
                keyOf={({ seq }) => String(seq)}
                isOld={entries.isOld}
              />
              <Paging what="changes" offset={offset} size={SIZE} total={total_count} most={10_000} />
            </>
          )
        }
      </Loaded>
    </Page>
  )
}
