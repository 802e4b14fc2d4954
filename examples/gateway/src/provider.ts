import { createServer } from "node:http"
import { json } from "node:stream/consumers"

/** What the provider does with a request. */
export interface Behaviour {
  /** An error status instead of an answer. */
  readonly status?: number
  /** The number of output tokens, each a word of four bytes. */
  readonly tokens: number
  /** What an answer says that is not streamed, in place of the words. */
  readonly content?: string
  /** Whether a stream stops before its usage, and stays open. */
  readonly stalls?: boolean
}

/** What the provider is asked, by a credential. */
export interface Asked {
  readonly authorization: string | undefined
  readonly stream: boolean
}

const PROMPT_TOKENS = 7

/** A stub in the place of an OpenAI-compatible provider. */
export const provider = (behave: (asked: Asked) => Behaviour) =>
  createServer(async (request, response) => {
    const { model, stream = false } = (await json(request)) as { model: string; stream?: boolean } // the gateway sends nothing else
    const { content, stalls = false, status, tokens } = behave({ authorization: request.headers.authorization, stream })
    if (status !== undefined) return void response.writeHead(status).end("{}")
    const words = Array.from({ length: tokens }, () => "word")
    const usage = {
      prompt_tokens: PROMPT_TOKENS,
      completion_tokens: tokens,
      total_tokens: PROMPT_TOKENS + tokens
    }
    if (!stream) {
      const message = { role: "assistant", content: content ?? words.join("") }
      const choices = [{ index: 0, message, finish_reason: "stop" }]
      return void response
        .writeHead(200, { "Content-Type": "application/json" })
        .end(JSON.stringify({ object: "chat.completion", model, choices, usage }))
    }
    response.writeHead(200, { "Content-Type": "text/event-stream" })
    const send = (data: unknown) => response.write(`data: ${JSON.stringify(data)}\n\n`)
    for (const content of words) send({ choices: [{ delta: { content } }] })
    if (stalls) return
    send({ choices: [], usage })
    response.end("data: [DONE]\n\n")
  })
