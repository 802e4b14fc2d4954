import type { ApiKey } from "@tollgate/client"
import { useState } from "preact/hooks"
import { useRead } from "../../reading/useRead.js"
import { useSession } from "../../session/useSession.js"
import { href } from "../../shell/route.js"
import { BarLegend } from "../../ui/Bar.js"
import { BudgetTable } from "../../ui/BudgetTable.js"
import { scopeText, windowText } from "../../ui/budgetWords.js"
import { Empty } from "../../ui/Empty.js"
import { Facts } from "../../ui/Facts.js"
import { WorkspaceName } from "../../ui/KeyName.js"
import { Loaded } from "../../ui/Loaded.js"
import { Money } from "../../ui/Money.js"
import { Page } from "../../ui/Page.js"
import { Section } from "../../ui/Section.js"
import { shownName } from "../../ui/shownName.js"
import { Time } from "../../ui/Time.js"
import { HoldTable } from "../requests/HoldTable.js"
import { ChangeKey } from "./ChangeKey.js"
import { DeleteKey } from "./DeleteKey.js"
import { guardrailsOf } from "./guardrailsOf.js"
import { KeyBadges } from "./KeyBadges.js"
import { KeyDays } from "./KeyDays.js"
import { RotateKey } from "./RotateKey.js"

const acts = { change: ChangeKey, rotate: RotateKey, delete: DeleteKey }

const Actions = ({ record }: { readonly record: ApiKey }) => {
  const [act, setAct] = useState<keyof typeof acts | null>(null)
  const Act = act === null ? null : acts[act]
  return (
    <>
      <button type="button" class="primary" onClick={() => setAct("change")}>
        Change
      </button>
      <button type="button" onClick={() => setAct("rotate")}>
        Rotate
      </button>
      <button type="button" class="danger" onClick={() => setAct("delete")}>
        Delete
      </button>
      {Act === null ? null : <Act record={record} close={() => setAct(null)} />}
    </>
  )
}

const Guardrails = ({ record }: { readonly record: ApiKey }) => {
  const { account } = useSession()
  const { creator_user_id, hash, workspace_id } = record
  const found = useRead(
    (signal) => guardrailsOf(account, { hash, creator_user_id, workspace_id }, signal),
    [hash, creator_user_id, workspace_id],
    60_000
  )
  if (found.value === undefined) return <span class="quiet">{found.failure === null ? "…" : "not read"}</span>
  if (found.value.length === 0) return <span class="quiet">none</span>
  return found.value.map(({ by, id, name }) => (
    <div key={`${by} ${id}`}>
      <a href={href(["policy", "guardrails"])}>{name}</a>
      {by === "user" ? <span class="quiet"> of its user</span> : null}
    </div>
  ))
}

const KeyFacts = ({ record }: { readonly record: ApiKey }) => (
  <Facts
    facts={[
      ["Label", <code key="label">{record.label}</code>],
      ["State", record.disabled ? "disabled" : "enabled"],
      [
        "Limit",
        <>
          <Money amount={record.limit} /> {record.limit_reset === null ? null : windowText[record.limit_reset]}
        </>
      ],
      ["Spent today", <Money key="today" amount={record.usage_daily} />],
      ["Spent this month", <Money key="month" amount={record.usage_monthly} />],
      ["Total spent", <Money key="all" amount={record.usage} />],
      ["Through own credentials", <Money key="byok" amount={record.byok_usage} />],
      ["Workspace", <WorkspaceName key="workspace" id={record.workspace_id} />],
      ["Guardrail", <Guardrails key="guardrail" record={record} />],
      ["User", record.creator_user_id],
      ["External id", record.external_id ?? <span class="quiet">none</span>],
      ["Created", <Time key="created" at={record.created_at} />],
      ["Expires", <Time key="expires" at={record.expires_at} never="never" />],
      ["Last used", <Time key="used" at={record.last_used_at} never="never" />],
      // A name may be that of a fact above.
      ...Object.entries(record.metadata).map(([name, value]) => [`Metadata ${name}`, value] as const)
    ]}
  />
)

const Budgets = ({ hash }: { readonly hash: string }) => {
  const { account } = useSession()
  const budgets = useRead((signal) => account.keys.budgets(hash, { signal }), [hash])
  return (
    <Section title="Budgets that bind it" actions={<BarLegend />}>
      <Loaded reading={budgets} what="the budgets">
        {(rows) =>
          rows.length === 0 ? (
            <Empty>No budget limits this key. Change the key to set a limit.</Empty>
          ) : (
            <BudgetTable
              caption="Budgets that bind this key"
              rows={rows}
              keyOf={({ id, scope, window }) => `${scope} ${id} ${window}`}
              name={({ name, scope }) => name ?? scopeText[scope]}
            />
          )
        }
      </Loaded>
    </Section>
  )
}

const LastRequests = ({ hash }: { readonly hash: string }) => {
  const { account } = useSession()
  const holds = useRead((signal) => account.spending.list({ key_hash: hash, limit: 10 }, { signal }), [hash])
  return (
    <Section title="Last requests" actions={<a href={href(["requests"], { key: hash })}>All of this key</a>}>
      <Loaded reading={holds} what="the requests">
        {({ data }) =>
          data.length === 0 ? (
            <Empty>This key has made no requests yet.</Empty>
          ) : (
            <HoldTable caption="Last requests" holds={data} withKey={false} />
          )
        }
      </Loaded>
    </Section>
  )
}

/** A key: its facts, budgets, days and last requests, and its changes. */
export const KeyPage = ({ id: hash }: { readonly id: string }) => {
  const { account, canChange, names } = useSession()
  const key = useRead(
    async (signal) => {
      const read = await account.keys.get(hash, { signal })
      names.learn([read])
      return read
    },
    [hash]
  )
  const record = key.value
  return (
    <Page
      title={record === undefined ? "Key" : shownName(record.name, hash)}
      above={{ text: "Keys", href: href(["keys"]) }}
      actions={canChange && record !== undefined ? <Actions record={record} /> : undefined}
    >
      <Loaded reading={key} what="the key">
        {(read) => (
          <>
            <p class="lead named">
              <KeyBadges record={read} />
              <span class="mono quiet">{hash}</span>
            </p>
            <KeyFacts record={read} />
            {read.is_management_key ? null : (
              <>
                <Budgets hash={hash} />
                <KeyDays hash={hash} name={read.name} />
                <LastRequests hash={hash} />
              </>
            )}
          </>
        )}
      </Loaded>
    </Page>
  )
}
