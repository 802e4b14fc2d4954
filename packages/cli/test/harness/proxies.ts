import { execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import { createServer as createSecureServer } from "node:https"
import { connect } from "node:net"
import { delimiter, join } from "node:path"
import { text } from "node:stream/consumers"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { Effect } from "effect"
import { freePort } from "../../../../test/freePort.js"

const document = readFileSync(fileURLToPath(new URL("../../../../docs/gateways.md", import.meta.url)), "utf8")

/** The blocks of docs/gateways.md in a language. */
export const blocksOf = (language: string): ReadonlyArray<string> =>
  [...document.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, "gms"))].map(([, block = ""]) => block)

/** A program of this machine; null if it is not installed. Debian has nginx where only root looks. */
export const programOf = (name: string): string | null =>
  [...(process.env["PATH"] ?? "").split(delimiter), "/usr/sbin"]
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file)) ?? null

/** A request as it came to what a proxy sends on to. */
export interface Upstream {
  readonly method: string
  readonly url: string
  /** Names in lower case, and values, as they came; trailers last. */
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>
  readonly body: string
}

const portOf = (server: Server) => {
  const address = server.address()
  return address !== null && typeof address === "object" ? address.port : 0
}

const closing = ({ server }: { readonly server: Server }) =>
  Effect.promise(() => new Promise((resolve) => void server.close(resolve).closeAllConnections()))

type Answer = (response: ServerResponse, request: Upstream) => void

/** A server in place of the provider, which keeps what it got. It answers by `answer`, which a test may replace. */
export const upstream = Effect.acquireRelease(
  Effect.promise(async () => {
    const seen: Array<Upstream> = []
    const own: { answer: Answer } = { answer: (response) => void response.end("answered") }
    const server = createServer(async (request: IncomingMessage, response) => {
      const { method = "", url = "" } = request
      const body = await text(request)
      const raw = [...request.rawHeaders, ...request.rawTrailers]
      const headers = raw.flatMap((name, at) =>
        at % 2 === 0 ? [[name.toLowerCase(), raw[at + 1] ?? ""] as const] : []
      )
      const got = { method, url, headers, body }
      seen.push(got)
      own.answer(response, got)
    }).listen(0, "127.0.0.1")
    await once(server, "listening")
    return { own, seen, server, port: portOf(server) }
  }),
  closing
)

/** The origin of a server that has a certificate of nobody, and the keys that it was given. */
export const impostor = (folder: string) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const [key, cert] = [join(folder, "impostor.key"), join(folder, "impostor.pem")]
      const form = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1 -subj /CN=localhost"
      await promisify(execFile)("openssl", [...form.split(" "), "-keyout", key, "-out", cert])
      const given: Array<string | undefined> = []
      const server = createSecureServer({ key: readFileSync(key), cert: readFileSync(cert) }, (request, response) => {
        given.push(request.headers.authorization)
        response.end("answered")
      }).listen(0, "127.0.0.1")
      await once(server, "listening")
      return { given, server, origin: `https://localhost:${portOf(server)}` }
    }),
    closing
  )

/** Where the texts of the document say that things are, and where they are in a test. */
export interface Places {
  readonly folder: string
  readonly forwardAuth: string
  /** The origin of the provider. */
  readonly provider: string
  readonly service: number
}

/** The key that the texts of the document have in the place of a provider's. */
export const PROVIDER_KEY = "sk-of-the-provider"

const placed = (shown: string, port: string, { folder, forwardAuth, provider, service }: Places) =>
  shown
    .replaceAll(":8080", `:${port}`)
    .replaceAll("https://api.openai.com", provider)
    .replaceAll("127.0.0.1:3000", `127.0.0.1:${service}`)
    .replaceAll("127.0.0.1:9465", forwardAuth)
    .replaceAll("/etc/nginx/", `${folder}/`)
    .replaceAll("sk-…", PROVIDER_KEY)

/** A program from the line on by which it says that it listens. It ends with its scope. */
export const running = (
  command: string,
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string>>,
  isReady: RegExp
) =>
  Effect.acquireRelease(
    Effect.promise(
      () =>
        new Promise<ReturnType<typeof spawn>>((resolve, reject) => {
          const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ["ignore", "ignore", "pipe"] })
          let said = ""
          child.stderr.setEncoding("utf8").on("data", (part: string) => {
            said += part
            if (isReady.test(said)) resolve(child)
          })
          child.once("close", () => reject(new Error(`${command} has ended: ${said}`)))
        })
    ),
    (child) =>
      Effect.promise(() => {
        const ended = once(child, "close")
        child.kill("SIGTERM")
        return ended
      })
  )

const nginxFiles = ["tollgate.conf", "provider.conf", "tollgate-question.conf", "client.conf"]

/** nginx with the configuration of the document. The rest is where it keeps its own files. */
const nginx = (command: string, port: string, places: Places) => {
  const { folder } = places
  blocksOf("nginx").forEach((shown, at) => {
    writeFileSync(join(folder, nginxFiles[at] ?? ""), placed(shown, port, places))
  })
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${folder}/${name};`
  )
  const user = process.getuid?.() === 0 ? "user root;" : ""
  writeFileSync(
    join(folder, "nginx.conf"),
    `${user} daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log stderr notice; events {}
http { access_log off; ${paths.join(" ")} include ${folder}/tollgate.conf; }`
  )
  return running(command, ["-e", "stderr", "-p", folder, "-c", join(folder, "nginx.conf")], {}, /start worker process /)
}

/** Caddy with the configuration of the document, without its own API and its certificates. */
const caddy = (command: string, port: string, places: Places) => {
  const { folder } = places
  const file = join(folder, "Caddyfile")
  const [shown = ""] = blocksOf("caddyfile")
  writeFileSync(file, `{\n\tadmin off\n\tauto_https off\n}\n${placed(shown, port, places)}`)
  const env = { HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder, PROVIDER_KEY }
  return running(command, ["run", "--config", file, "--adapter", "caddyfile"], env, /serving initial configuration/)
}

/** The proxies of the document that tests run. */
export const proxies = [
  { name: "nginx", start: nginx, settings: blocksOf("json")[1] ?? "", statusWithoutTollgate: 500 },
  { name: "caddy", start: caddy, settings: blocksOf("json")[0] ?? "", statusWithoutTollgate: 502 }
] as const

/** Starts a proxy on a free port, and gives that. */
export const proxyOf = ({ name, start }: (typeof proxies)[number], places: Places) =>
  Effect.gen(function* () {
    const port = yield* Effect.promise(freePort)
    yield* start(programOf(name) ?? name, port, places)
    return Number(port)
  })

/** What comes back for bytes on a connection of their own, until it closes. */
export const sendBytes = (
  port: number,
  bytes: string
): Effect.Effect<{ readonly status: number; readonly text: string }> =>
  Effect.async((resume) => {
    let heard = ""
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes, "latin1"))
    socket.setEncoding("latin1").on("data", (part: string) => {
      heard += part
    })
    socket.on("error", () => {})
    socket.on("close", () => {
      resume(Effect.succeed({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(heard)?.[1] ?? 0), text: heard }))
    })
  })

/** A request as bytes, after which the connection closes. */
export const bytesOf = (
  target: string,
  headers: ReadonlyArray<string>,
  { body = "{}", method = "POST" } = {}
): string =>
  [
    `${method} ${target} HTTP/1.1`,
    "Host: gateway.example",
    "Connection: close",
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...headers,
    "",
    body
  ].join("\r\n")
