// A registry of only the packed packages, so that the READMEs' lines run unchanged.
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { createServer } from "node:http"

/** Answers on a free port for packages, each `{ manifest, tarball }`, until `close`. */
export const openRegistry = async (packages) => {
  const byName = new Map(packages.map((one) => [one.manifest.name, one]))
  const server = createServer((request, response) => {
    const [name, tarball] = decodeURIComponent(request.url.slice(1)).split("/-/")
    const one = byName.get(name)
    if (one === undefined) return response.writeHead(404).end("{}")
    const bytes = readFileSync(one.tarball)
    if (tarball !== undefined) return response.end(bytes)
    const { version } = one.manifest
    const dist = {
      tarball: `${url}${name}/-/${version}.tgz`,
      integrity: `sha512-${createHash("sha512").update(bytes).digest("base64")}`
    }
    const document = { name, "dist-tags": { latest: version }, versions: { [version]: { ...one.manifest, dist } } }
    response.setHeader("content-type", "application/json").end(JSON.stringify(document))
  })
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening))
  const url = `http://127.0.0.1:${server.address().port}/`
  return { url, close: () => server.close() }
}
