import { readDays } from "../../days/readDays.js"
import { StackedBars } from "../../days/StackedBars.js"
import { seriesOf } from "../../days/seriesOf.js"
import { figures } from "../../days/splitTable.js"
import { useRead } from "../../reading/useRead.js"
import { useSession } from "../../session/useSession.js"
import { Empty } from "../../ui/Empty.js"
import { Loaded } from "../../ui/Loaded.js"
import { Section } from "../../ui/Section.js"
import { Table } from "../../ui/Table.js"

/** The days of all keys are read for those of one, so they are read once a minute. */
const EVERY = 60_000

/** What a key has spent in each of 30 days. */
export const KeyDays = ({ hash }: { readonly hash: string }) => {
  const { account } = useSession()
  const days = useRead(
    async (signal) => {
      const read = await readDays(account, "key", signal)
      const rows = read.rows.filter(({ key }) => key === hash)
      // The sums are those of all keys: this chart has none but this key's.
      return { ...read, rows, sums: [] }
    },
    [hash],
    EVERY
  )
  return (
    <Section title="The last 30 days">
      <Loaded reading={days} what="the days">
        {(read) => {
          const [series] = seriesOf(read, "key")
          return (
            <>
              {read.isWhole ? null : (
                <p class="hint">
                  Many keys have spent, so only the latest days are shown. The CSV of the overview, by key, has all of
                  them.
                </p>
              )}
              {series === undefined ? (
                <Empty>This key has spent nothing in the last 30 days. A request counts once it is settled.</Empty>
              ) : (
                <>
                  <StackedBars
                    label="Cost of each of the last 30 days. The table below has the figures."
                    days={read.days}
                    series={[series]}
                  />
                  <div class="below">
                    <Table
                      caption="Days of this key"
                      columns={[{ title: "Day (UTC)", isName: true, show: ({ day }) => day }, ...figures]}
                      rows={read.rows}
                      keyOf={({ day }) => day ?? ""}
                    />
                  </div>
                </>
              )}
            </>
          )
        }}
      </Loaded>
    </Section>
  )
}
