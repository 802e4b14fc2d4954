import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { text } from "node:stream/consumers"
import { UsageFrom } from "@tollgate/core/models"
import { type BoundHold, InvalidInput, type NewSettlement, Redacted, type Tollgate, toWire } from "@tollgate/node"

export interface GatewayOptions {
  readonly gate: Tollgate
  /** The base URL of an OpenAI-compatible provider, such as `https://api.openai.com/v1`. */
  readonly upstream: string
  /** The gateway's own credential at the provider. */
  readonly ownKey: string
  /** The name of this process in its holds. */
  readonly instance?: string
}

/** The part of a request that the gateway reads. */
interface ChatRequest {
  readonly model: string
  readonly stream?: boolean
  readonly max_completion_tokens?: number
}

/** An event of a streamed answer: its text as it arrived, and the part of its JSON that the gateway reads. */
interface ChatEvent {
  readonly text: string
  readonly data: { readonly usage?: unknown; readonly choices?: ReadonlyArray<{ delta?: { content?: string } }> }
}

const PROVIDER = "openai"
/** The output tokens that are held at first. The meter holds more while the answer streams. */
const FIRST_SLICE = 64

/** The provider is what failed, and not the caller. */
class ProviderFailed extends Error {}

const providerFailed = {
  status: 502,
  headers: { "content-type": "application/json" },
  body: { error: { message: "The provider did not answer.", type: "server_error", param: null, code: "no_answer" } }
}

/** What OpenAI's SDK understands: it does not ask again for what is refused for good, and shows what is left. */
const answerTo = (error: unknown) => (error instanceof ProviderFailed ? providerFailed : toWire(error, "openai"))

const readChat = (body: string): ChatRequest => {
  try {
    return JSON.parse(body)
  } catch {
    throw new InvalidInput({ issues: [{ path: [], expected: "one JSON object" }] })
  }
}

/** The provider's own figure, if it is one. */
const settlementOf = (usage: unknown): NewSettlement | undefined => {
  const read = UsageFrom.openAiChat(usage)
  return read._tag === "Right" ? { usage: read.right, basis: "provider" } : undefined
}

/** The events of a streamed answer. */
async function* eventsOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<ChatEvent> {
  const decoder = new TextDecoder()
  let rest = ""
  for await (const bytes of body) {
    const events = (rest + decoder.decode(bytes, { stream: true })).split("\n\n")
    rest = events.pop() ?? ""
    for (const event of events) {
      const json = event.replace(/^data: /, "")
      yield { text: `${event}\n\n`, data: json === "[DONE]" ? {} : JSON.parse(json) }
    }
  }
}

/** An OpenAI-compatible proxy: `POST /v1/chat/completions`, streamed or not, within the budgets of Tollgate's API keys. */
export const gateway = ({ gate, instance = "gateway", ownKey, upstream }: GatewayOptions) => {
  const secretOf = async ({ key_holder }: BoundHold, id: string | null, model: string) => {
    if (id === null) return ownKey
    const { key, organization_id, user_id, workspace_id } = key_holder
    const use = { model, userId: user_id, keyHash: key.hash, workspaceId: workspace_id }
    const usable = await gate.asOrganization(organization_id).credentials.forProvider(PROVIDER, use)
    const credential = usable.find((credential) => credential.id === id)
    return credential && Redacted.value(await credential.open())
  }

  /** Tries the credentials of the plan in order. A credential that the provider refuses, or a failure that it states, costs nothing. */
  const send = async (hold: BoundHold, chat: ChatRequest, signal: AbortSignal) => {
    const body = JSON.stringify(chat.stream ? { ...chat, stream_options: { include_usage: true } } : chat)
    for (const { id } of hold.plan.credentials) {
      const secret = await secretOf(hold, id, chat.model)
      if (secret === undefined) continue
      await hold.sent({ credential_id: id, provider: PROVIDER, model: chat.model })
      const headers = { Authorization: `Bearer ${secret}`, "Content-Type": "application/json" }
      const reply = await fetch(`${upstream}/chat/completions`, { method: "POST", headers, body, signal }).catch(
        (cause) => Promise.reject(new ProviderFailed("No answer", { cause }))
      )
      if (reply.status < 500 && ![401, 403, 429].includes(reply.status)) return reply
      await reply.body?.cancel()
    }
    await hold.release()
    throw new ProviderFailed("No credential was accepted.")
  }

  const handle = async (request: IncomingMessage, response: ServerResponse, signal: AbortSignal) => {
    const [, key = ""] = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? "") ?? []
    const body = await text(request)
    const chat = readChat(body)
    // A token has at least one byte, so bytes are an upper bound of tokens. With a tokenizer, less is held.
    const input = Buffer.byteLength(body)
    const output = Math.min(chat.max_completion_tokens ?? FIRST_SLICE, FIRST_SLICE)
    const usage = { input, output }
    const models = [chat.model]
    // Also the credentials that the tenant has stored: `send` takes each from the plan, and states which one it uses.
    const asked = { key, usage, models, provider: PROVIDER, credential: "any", instance } as const
    await using hold = await gate.spending.authorize(asked, { waitFor: "1 second", signal })
    const reply = await send(hold, chat, signal)

    const type = reply.headers.get("content-type") ?? "application/json"
    response.writeHead(reply.status, { "Content-Type": type, "X-Hold-Id": hold.data.id })
    if (!reply.ok || reply.body === null) {
      await hold.release()
      response.write(await reply.text())
    } else if (chat.stream) {
      const answer = hold.meter(eventsOf(reply.body), {
        tokens: ({ data }) => Buffer.byteLength(data.choices?.[0]?.delta?.content ?? ""),
        usage: (tokens) => ({ input, output: tokens }),
        settlement: ({ data }) => (data.usage ? settlementOf(data.usage) : undefined)
      })
      for await (const event of answer) if (!response.write(event.text)) await once(response, "drain", { signal })
    } else {
      const completion = await reply.text()
      const settlement = settlementOf(JSON.parse(completion).usage)
      await (settlement === undefined ? hold.markUnknown() : hold.settle(settlement))
      response.write(completion)
    }
  }

  return createServer((request, response) => {
    const gone = new AbortController()
    response.once("close", () => gone.abort())
    if (request.method !== "POST" || request.url !== "/v1/chat/completions") return void response.writeHead(404).end()
    const fail = (reason: unknown) => {
      const { body, headers, status } = answerTo(reason)
      const json = JSON.stringify(body)
      // A stream that has begun ends with its error as an event.
      if (response.headersSent) response.end(`data: ${json}\n\n`)
      else response.writeHead(status, headers).end(json)
    }
    // The answer ends after the hold, so a caller that has read it all finds its cost recorded.
    handle(request, response, gone.signal).then(() => response.end(), fail)
  })
}
