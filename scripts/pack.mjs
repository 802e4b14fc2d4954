// npm run pack: packs every package that is published into packed/, to install them from this checkout.
import { rmSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { packPackages } from "./pack/packPackages.mjs"
import { prepare } from "./prepare.mjs"

const target = fileURLToPath(new URL("../packed", import.meta.url))
await prepare()
rmSync(target, { recursive: true, force: true })
await packPackages(target)
console.log(`\nIn the project that uses them: npm install ${target}/*.tgz`)
