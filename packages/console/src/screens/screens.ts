import type { KeyKind } from "../session/Session.js"
import type { Screen } from "../shell/screens.js"
import { Asked } from "./asked/Asked.js"
import { Changes } from "./changes/Changes.js"
import { KeyList } from "./keys/KeyList.js"
import { KeyPage } from "./keys/KeyPage.js"
import { MyKey } from "./mine/MyKey.js"
import { Overview } from "./overview/Overview.js"
import { Policy, PolicyPart } from "./policy/Policy.js"
import { RequestList } from "./requests/RequestList.js"
import { RequestPage } from "./requests/RequestPage.js"
import { RunList } from "./runs/RunList.js"

const kinds: ReadonlyArray<KeyKind> = ["management", "read_only"]

/** Every screen, in the order of the navigation. */
export const screens: ReadonlyArray<Screen> = [
  { at: "overview", title: "Overview", component: Overview, kinds },
  { at: "keys", title: "Keys", component: KeyList, one: KeyPage, kinds },
  { at: "requests", title: "Requests", component: RequestList, one: RequestPage, kinds },
  { at: "runs", title: "Runs", component: RunList, kinds },
  { at: "asked", title: "Asked for", component: Asked, kinds },
  { at: "changes", title: "Changes", component: Changes, kinds },
  { at: "policy", title: "Policy", component: Policy, one: PolicyPart, kinds },
  { at: "my-key", title: "My key", component: MyKey, kinds: ["ordinary"] }
]
