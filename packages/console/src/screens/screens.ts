import type { Screen } from "../shell/screens.js"
import { MyKey } from "./mine/MyKey.js"

/** Every screen, in the order of the navigation. */
export const screens: ReadonlyArray<Screen> = [{ at: "my-key", title: "My key", component: MyKey, kinds: ["ordinary"] }]
