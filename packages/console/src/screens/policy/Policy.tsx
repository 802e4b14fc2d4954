import type { ComponentType } from "preact"
import { href } from "../../shell/route.js"
import { Empty } from "../../ui/Empty.js"
import { Page } from "../../ui/Page.js"
import { Credentials } from "./Credentials.js"
import { Guardrails } from "./Guardrails.js"
import { Members } from "./Members.js"
import { Presets } from "./Presets.js"
import { Prices } from "./Prices.js"
import { Workspaces } from "./Workspaces.js"

interface Part {
  readonly at: string
  readonly title: string
  readonly component: ComponentType
}

const guardrails: Part = { at: "guardrails", title: "Guardrails", component: Guardrails }

const parts: ReadonlyArray<Part> = [
  guardrails,
  { at: "workspaces", title: "Workspaces", component: Workspaces },
  { at: "members", title: "Members", component: Members },
  { at: "credentials", title: "Credentials", component: Credentials },
  { at: "presets", title: "Presets", component: Presets },
  { at: "prices", title: "Prices", component: Prices }
]

/** Guardrails, workspaces, members, credentials, presets and prices, to read. The command line changes them. */
export const PolicyPart = ({ id }: { readonly id: string }) => {
  const part = parts.find(({ at }) => at === id)
  const Content = part?.component
  return (
    <Page title={part === undefined ? "Policy" : `Policy: ${part.title.toLowerCase()}`}>
      <nav class="parts" aria-label="Parts of the policy">
        {parts.map(({ at, title }) => (
          <a key={at} href={href(["policy", at])} aria-current={at === id ? "page" : undefined}>
            {title}
          </a>
        ))}
      </nav>
      {Content === undefined ? <Empty>The policy has no such part. Choose one above.</Empty> : <Content />}
    </Page>
  )
}

export const Policy = () => <PolicyPart id={guardrails.at} />
