// npm run build: installs what is missing and compiles every package and example.
import { prepare } from "./prepare.mjs"

await prepare()
