import { last30Days, rangeOf } from "../../days/readSplit.js"
import { StackedBars } from "../../days/StackedBars.js"
import { oneSeries } from "../../days/seriesOf.js"
import { figures } from "../../days/splitColumns.js"
import { useRead } from "../../reading/useRead.js"
import { useSession } from "../../session/useSession.js"
import { Empty } from "../../ui/Empty.js"
import { Loaded } from "../../ui/Loaded.js"
import { Section } from "../../ui/Section.js"
import { Table } from "../../ui/Table.js"

/** What a key has spent on each of 30 days. Reads only the days of this key. */
export const KeyDays = ({ hash, name }: { readonly hash: string; readonly name: string }) => {
  const { account } = useSession()
  const read = useRead(
    async (signal) => {
      const days = last30Days()
      const { data } = await account.activity.list({ ...rangeOf(days), key: [hash], group_by: ["day"] }, { signal })
      return { days, rows: data }
    },
    [hash]
  )
  return (
    <Section title="The last 30 days">
      <Loaded reading={read} what="the days">
        {({ days, rows }) => {
          const series = oneSeries(name, days, rows)
          if (rows.length === 0) {
            return <Empty>This key has spent nothing in the last 30 days. A request counts once it is settled.</Empty>
          }
          return (
            <>
              {series.sum > 0 ? (
                <StackedBars
                  label="Cost of each of the last 30 days. The table below has the figures."
                  days={days}
                  series={[series]}
                />
              ) : null}
              <div class="below">
                <Table
                  caption="Days of this key"
                  columns={[{ title: "Day (UTC)", isName: true, show: ({ day }) => day }, ...figures]}
                  rows={rows}
                  keyOf={({ day }) => day ?? ""}
                />
              </div>
            </>
          )
        }}
      </Loaded>
    </Section>
  )
}
