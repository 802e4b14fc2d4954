import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Schedule, type Scope } from "effect"
import { binaries, serverUser } from "./binaries.js"

export const USER = "tollgate"
export const PASSWORD = "canary-of-the-password"

/** A PostgreSQL server of the tests' own, on a free port of this machine, in a folder that goes with its scope. */
export interface PostgresServer {
  /** The address of one of its databases, password included. */
  readonly url: (database: string) => string
  readonly port: number
  /** Ends it, and each process that it started, as a power cut would. Its folder stays, and it can be started again. */
  readonly kill: Effect.Effect<void>
  /** Starts it again in its folder and on its port, once it has ended. */
  readonly start: Effect.Effect<void>
}

const environment = { PATH: process.env.PATH ?? "", LC_ALL: "C", TZ: "UTC" }

// `nobody` is not the server's alone where the tests run as root, so the folder says who may enter.
const makeFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), "tollgate-postgres-"))
  const { gid, uid } = { uid: undefined, gid: undefined, ...serverUser }
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid)
  chmodSync(folder, 0o700)
  return folder
}

const initialize = (folder: string, initdb: string) => {
  const passwordFile = join(folder, "password")
  writeFileSync(passwordFile, `${PASSWORD}\n`, { mode: 0o644 })
  // A locale that sorts by language, so that what has to sort by bytes must say so.
  const locale = ["--encoding=UTF8", "--locale=C", "--locale-provider=icu", "--icu-locale=en-US"]
  execFileSync(
    initdb,
    [`--pgdata=${join(folder, "data")}`, `--username=${USER}`, "--auth=scram-sha-256", `--pwfile=${passwordFile}`]
      .concat(locale)
      // Tests connect a thousand times: one round of hashing is enough for a password that they print.
      .concat("--no-sync", "--no-instructions", "--set=scram_iterations=1"),
    { ...serverUser, cwd: folder, env: environment, stdio: "ignore" }
  )
}

const freePort = Effect.async<number>((resume) => {
  const server = createServer()
  server.listen(0, "127.0.0.1", () => {
    const address = server.address()
    server.close(() => resume(Effect.succeed(address !== null && typeof address !== "string" ? address.port : 0)))
  })
})

/** Runs a shell script once this process is gone: even kill -9 closes a pipe. */
const afterwards = (script: string, ...values: ReadonlyArray<string>): ChildProcess =>
  spawn("sh", ["-c", `cat >/dev/null; ${script}`, ...values], { detached: true, stdio: ["pipe", "ignore", "ignore"] })

/** Ends the server and removes its folder when this process is gone without having done so. */
const guard = (pid: number, folder: string): ChildProcess =>
  afterwards('kill -QUIT "$0"; sleep 1; rm -rf "$1"', String(pid), folder)

let template: string | undefined

/** A data folder as `initdb` leaves it. Copying it is five times as fast as `initdb`, so `initdb` runs once per process. */
const initializedOnce = (initdb: string): string => {
  if (template !== undefined) return template
  const folder = makeFolder()
  afterwards('rm -rf "$0"', folder)
  initialize(folder, initdb)
  template = join(folder, "data")
  return template
}

const ended = (child: ChildProcess) =>
  Effect.async<void>((resume) => {
    if (child.exitCode !== null || child.signalCode !== null) resume(Effect.void)
    else child.once("exit", () => resume(Effect.void))
  })

const signal = (child: ChildProcess, name: NodeJS.Signals) =>
  Effect.zipRight(
    Effect.sync(() => child.kill(name)),
    ended(child)
  )

/** The processes that another one started: of PostgreSQL, one for each connection, and those that write. */
const startedBy = (parent: number | undefined): ReadonlyArray<number> =>
  execFileSync("ps", ["-A", "-o", "ppid=,pid="], { encoding: "utf8" })
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([ppid, pid]) => (pid !== undefined && ppid === parent ? [pid] : []))

/** Kills a process. The one of a connection that was just closed may have ended since it was listed. */
const killIfThere = (pid: number) => {
  try {
    process.kill(pid, "SIGKILL")
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error
  }
}

/** Kills the server and each of its processes. It cannot end in order, and none of them writes anything more. */
const killAll = (child: ChildProcess) =>
  Effect.suspend(() => {
    const all = startedBy(child.pid)
    child.kill("SIGKILL")
    for (const pid of all) killIfThere(pid)
    return ended(child)
  })

/** Runs the server until it takes connections. */
const run = (postgres: string, folder: string, settings: ReadonlyArray<string>) =>
  Effect.async<ChildProcess, string>((resume) => {
    const flags = settings.flatMap((setting) => ["-c", setting])
    const child = spawn(postgres, ["-D", join(folder, "data"), ...flags], {
      ...serverUser,
      cwd: folder,
      env: environment,
      stdio: ["ignore", "ignore", "pipe"]
    })
    let log = ""
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      log = (log + text).slice(-10_000)
      if (text.includes("ready to accept connections")) resume(Effect.succeed(child))
    })
    child.once("error", (error) => resume(Effect.fail(String(error))))
    child.once("exit", () => resume(Effect.fail(log)))
  })

const fast = ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "autovacuum=off"]

/**
 * Starts PostgreSQL 18. By default it may lose data in a power cut, which is several times faster. `durable` is for tests
 * of exactly that.
 */
export const postgresServer = (
  options: { readonly durable?: boolean; readonly settings?: ReadonlyArray<string> } = {}
): Effect.Effect<PostgresServer, never, Scope.Scope> =>
  Effect.gen(function* () {
    const folder = yield* Effect.acquireRelease(Effect.sync(makeFolder), (folder) =>
      Effect.sync(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
    )
    const { initdb, postgres } = binaries(folder)
    execFileSync("cp", ["-R", initializedOnce(initdb), folder], { ...serverUser, cwd: folder, stdio: "ignore" })
    const common = [
      "listen_addresses=127.0.0.1",
      "unix_socket_directories=",
      "shared_buffers=32MB",
      "max_connections=200"
    ]
    const chosen = [...common, ...(options.durable ? [] : fast), ...(options.settings ?? [])]
    let port = yield* freePort
    let server: ChildProcess | undefined
    let guardian: ChildProcess | undefined
    const release = Effect.sync(() => guardian?.kill("SIGKILL"))
    const start = Effect.gen(function* () {
      server = yield* run(postgres, folder, [`port=${port}`, ...chosen])
      guardian = server.pid === undefined ? undefined : guard(server.pid, folder)
    })
    const stop = (end: (server: ChildProcess) => Effect.Effect<void>) =>
      Effect.suspend(() => (server === undefined ? Effect.void : Effect.zipRight(release, end(server))))
    yield* Effect.addFinalizer(() => stop((server) => signal(server, "SIGQUIT")))
    // What a killed server shared with its processes is free only when the last of them has ended.
    const patiently = Schedule.intersect(Schedule.spaced("100 millis"), Schedule.recurs(600))
    // Somebody else may have taken the port meanwhile.
    yield* start.pipe(
      Effect.tapError(() => Effect.map(freePort, (other) => (port = other))),
      Effect.retry({ times: 5 }),
      Effect.orDie
    )
    return {
      port,
      url: (database) => `postgres://${USER}:${PASSWORD}@127.0.0.1:${port}/${database}`,
      kill: stop(killAll),
      start: Effect.orDie(Effect.retry(start, patiently))
    }
  })
