import { ClientConnections } from "../harness/ClientConnections.js"
import type { Message } from "../harness/Message.js"
import { median, quantile } from "../harness/median.js"
import type { ServerProcess } from "../harness/ServerProcess.js"

/** The figures of a server in a round, or the medians of several. */
export interface Figures {
  /** Processor time of all the server's threads per request, in microseconds. */
  readonly cpu: number
  readonly perSecond: number
  /** Latency in milliseconds at the 50th and 99th percentile. */
  readonly p50: number
  readonly p99: number
}

const CONNECTIONS = 16

/** Sends a server this many requests on open connections. */
export const measure = async (
  server: ServerProcess,
  messageOf: (n: number) => Message,
  requests: number
): Promise<Figures> => {
  const connections = await ClientConnections.open(server.port, CONNECTIONS)
  try {
    const before = await server.usage()
    const { elapsed, waited } = await connections.drive(requests, messageOf)
    const after = await server.usage()
    const cpu = after.cpu.user - before.cpu.user + (after.cpu.system - before.cpu.system)
    return {
      cpu: cpu / requests,
      perSecond: (1_000 * requests) / elapsed,
      p50: quantile(waited, 0.5),
      p99: quantile(waited, 0.99)
    }
  } finally {
    connections.close()
  }
}

export const middleOf = (rounds: ReadonlyArray<Figures>): Figures => ({
  cpu: median(rounds.map(({ cpu }) => cpu)),
  perSecond: median(rounds.map(({ perSecond }) => perSecond)),
  p50: median(rounds.map(({ p50 }) => p50)),
  p99: median(rounds.map(({ p99 }) => p99))
})
