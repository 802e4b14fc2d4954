import { request } from "node:http"

const isLive = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const sent = request({ host: "127.0.0.1", port, path: "/healthz", agent: false }, (answer) => {
      answer.resume()
      answer.once("end", () => resolve(answer.statusCode === 200))
    })
    sent.once("error", () => resolve(false))
    sent.end()
  })

/** Waits until a local server answers, or until the signal aborts. */
export const answering = async (port: number, signal?: AbortSignal): Promise<void> => {
  while (!signal?.aborted && !(await isLive(port))) await new Promise((resolve) => setImmediate(resolve))
}
