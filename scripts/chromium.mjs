// The browser that tests of the console drive.
import { existsSync } from "node:fs"
import { delimiter, join } from "node:path"

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]
const folders = (process.env.PATH ?? "").split(delimiter)
const files = names.flatMap((name) => folders.map((folder) => join(folder, name)))

/** The variable CHROMIUM, or one that is installed; null if there is none. */
export const chromium =
  process.env.CHROMIUM ??
  [...files, "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"].find((file) => existsSync(file)) ??
  null
