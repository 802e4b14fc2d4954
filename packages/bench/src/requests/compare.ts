import { atMost } from "../harness/bound.js"
import { figure, type Row } from "../harness/Section.js"
import type { ServerProcess } from "../harness/ServerProcess.js"
import { takeTurns } from "../harness/takeTurns.js"
import type { Contender } from "./contenders.js"
import { type MeasuredRequest, messagesOf } from "./MeasuredRequest.js"
import { measure, middleOf } from "./measure.js"
import { shapeOf } from "./shapeOf.js"

export const head = ["Request", "Server", "CPU, µs", "Times by hand", "Requests a second", "p50, ms", "p99, ms"]

const boundOf = (name: Contender, { goal, limit, logged }: MeasuredRequest["bounds"]) => {
  if (name === "ours") return atMost(limit, " times", goal)
  return name === "ours, `--log info`" && logged !== undefined ? atMost(logged, " times") : null
}

const ask = async (
  { body, method, path }: MeasuredRequest,
  { port }: ServerProcess,
  secret: string
): Promise<unknown> => {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { authorization: `Bearer ${secret}`, ...(body && { "content-type": "application/json" }) },
    body: body?.(0) ?? null
  })
  return answer.json()
}

/** All servers must give answers of the same shape. */
const insistOnOneShape = async (
  asked: MeasuredRequest,
  servers: ReadonlyMap<Contender, ServerProcess>,
  secret: string
) => {
  const shapes = new Set<string>()
  for (const server of servers.values()) shapes.add(shapeOf(await ask(asked, server, secret)))
  if (shapes.size > 1) throw new Error(`${asked.name} has several answers:\n${[...shapes].join("\n")}`)
}

/** The cost of a request on each server, also as a multiple of the one by hand. */
export const compare = async (
  asked: MeasuredRequest,
  servers: ReadonlyMap<Contender, ServerProcess>,
  secret: string,
  size: { readonly requests: number; readonly rounds: number; readonly warmUp: number }
): Promise<ReadonlyArray<Row>> => {
  await insistOnOneShape(asked, servers, secret)
  const messageOf = messagesOf(asked, secret)
  const rounds = [...servers].map(([name, server]) => [name, () => measure(server, messageOf, size.requests)] as const)
  const taken = await takeTurns(new Map(rounds), size)
  const byHand = middleOf(taken.get("by hand") ?? [])
  return [...taken].map(([name, figures]) => {
    const { cpu, p50, p99, perSecond } = middleOf(figures)
    const times = cpu / byHand.cpu
    const bound = boundOf(name, asked.bounds)
    const cells = [asked.name, name, figure(cpu), figure(times), figure(perSecond), figure(p50), figure(p99)]
    return bound === null ? { cells } : { cells, judged: [times, bound] }
  })
}
