import type { AuditChainState } from "@tollgate/client"
import { useRead } from "../../reading/useRead.js"
import { useSession } from "../../session/useSession.js"
import { Badge } from "../../ui/Badge.js"
import { Command } from "../../ui/Command.js"
import { Facts } from "../../ui/Facts.js"
import { Loaded } from "../../ui/Loaded.js"
import { Section } from "../../ui/Section.js"
import { Time } from "../../ui/Time.js"

const State = ({ chain }: { readonly chain: AuditChainState }) => {
  if (chain.intact === null) return <Badge text="not checked yet" tone="warn" />
  return chain.intact ? <Badge text="intact" tone="good" /> : <Badge text="broken" tone="bad" />
}

/** The chain of hashes that shows whether entries were changed or removed. */
export const Chain = () => {
  const { account } = useSession()
  const chain = useRead((signal) => account.audit.chain({ signal }))
  return (
    <Section title="Audit chain">
      <Loaded reading={chain} what="the chain">
        {(read) => (
          <>
            <Facts
              isDense
              facts={[
                ["At the last check", <State key="state" chain={read} />],
                ["Last check", <Time key="checked" at={read.checked_at} never="never" />],
                ["Checked up to", read.checked_seq === null ? "–" : `${read.checked_seq} of ${read.seq}`],
                [
                  "First entry",
                  <>
                    {read.first_seq ?? "–"}, <Time at={read.first_created_at} />
                  </>
                ],
                [
                  "Last entry",
                  <>
                    {read.seq}, <code title={read.hash}>{read.hash.slice(0, 12)}</code>
                  </>
                ],
                ["Deleted by age", read.deleted_seq === null ? "nothing" : `up to ${read.deleted_seq}`]
              ]}
            />
            {read.intact === false ? (
              <p class="failed" role="alert">
                The last check found entries that were changed or removed. Run the command below on the machine of the
                database: it names them.
              </p>
            ) : null}
            <Command text="tollgate audit verify" what="Check the chain now, on the machine of the database:" />
          </>
        )}
      </Loaded>
    </Section>
  )
}
