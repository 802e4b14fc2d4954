import type { KeyKind } from "../session/Session.js"
import type { Screen } from "../shell/screens.js"
import { KeyList } from "./keys/KeyList.js"
import { KeyPage } from "./keys/KeyPage.js"
import { MyKey } from "./mine/MyKey.js"
import { Overview } from "./overview/Overview.js"
import { RequestList } from "./requests/RequestList.js"
import { RequestPage } from "./requests/RequestPage.js"

const kinds: ReadonlyArray<KeyKind> = ["management", "read_only"]

/** Every screen, in the order of the navigation. */
export const screens: ReadonlyArray<Screen> = [
  { at: "overview", title: "Overview", component: Overview, kinds },
  { at: "keys", title: "Keys", component: KeyList, one: KeyPage, kinds },
  { at: "requests", title: "Requests", component: RequestList, one: RequestPage, kinds },
  { at: "my-key", title: "My key", component: MyKey, kinds: ["ordinary"] }
]
