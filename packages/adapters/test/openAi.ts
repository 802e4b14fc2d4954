import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { json } from "node:stream/consumers"

/** In the place of OpenAI: answers a chat completion, or a stream of one. */
export const openAi = async () => {
  const seen: Array<unknown> = []
  const server = createServer(async (request, response) => {
    const asked = (await json(request)) as { readonly stream?: boolean } // clients of OpenAI send nothing else
    seen.push(asked)
    const usage = {
      prompt_tokens: 1_000,
      completion_tokens: 200,
      total_tokens: 1_200,
      prompt_tokens_details: { cached_tokens: 400 },
      completion_tokens_details: { reasoning_tokens: 50 }
    }
    const said = { role: "assistant", content: "hi" }
    const answer = { id: "c", created: 1, model: "gpt-5" }
    if (!asked.stream) {
      const choices = [{ index: 0, message: said, finish_reason: "stop" }]
      response.writeHead(200, { "content-type": "application/json" })
      return response.end(JSON.stringify({ ...answer, object: "chat.completion", choices, usage }))
    }
    response.writeHead(200, { "content-type": "text/event-stream" })
    const parts = [
      { choices: [{ index: 0, delta: said, finish_reason: null }] },
      { choices: [{ index: 0, delta: {}, finish_reason: "stop" }] },
      { choices: [], usage }
    ]
    for (const part of parts) {
      response.write(`data: ${JSON.stringify({ ...answer, object: "chat.completion.chunk", ...part })}\n\n`)
    }
    return response.end("data: [DONE]\n\n")
  })
  await once(server.listen(0, "127.0.0.1"), "listening")
  const { port } = server.address() as AddressInfo // a server that listens at a port has such an address
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { seen, url: `http://127.0.0.1:${port}/v1`, [Symbol.dispose]: close }
}
