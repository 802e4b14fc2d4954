import type { Round, Size } from "../../harness/alternate.js"
import { atLeast } from "../../harness/bound.js"
import type { Row } from "../../harness/Section.js"
import { callsHead, measuredCall } from "./callRow.js"
import { startRedis } from "./RedisServer.js"
import { redisByHand } from "./redisByHand.js"
import type { Spender } from "./tenants.js"

const beside = "two Lua scripts on Redis, AOF `always`"

/** The row of a call on SQLite beside Redis. Where Redis is not installed, the row has only the names. */
export const besideRedis = async (
  folder: string,
  { callers, spenders }: { readonly callers: number; readonly spenders: ReadonlyArray<Spender> },
  ours: Round,
  size: Size
): Promise<Row> => {
  const call = `Promise, SQLite, ${callers} callers`
  const server = await startRedis(folder)
  if (server === null) {
    return {
      cells: [call, `${beside}: skipped, no \`redis-server\` on PATH`, ...Array.from(callsHead.slice(2), () => "")]
    }
  }
  try {
    const redis = await redisByHand(server.port, spenders)
    const judged = ["perSecond", atLeast(0.4, " times the pairs", 0.65)] as const
    const row = await measuredCall([call, beside], { beside: redis.rounds(callers), ours }, size, judged)
    await redis.close()
    return row
  } finally {
    await server.stop()
  }
}
