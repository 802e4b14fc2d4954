import { connect, type Socket } from "node:net"

/** What comes over a connection. */
export const hear = (socket: Socket) => {
  let heard = ""
  socket.setEncoding("utf8").on("data", (text: string) => {
    heard += text
  })
  const until = (text: string) =>
    new Promise<void>((resolve, reject) => {
      const look = () => heard.includes(text) && resolve()
      socket.on("data", look).on("close", () => reject(new Error(`never heard ${text}: ${heard}`)))
      look()
    })
  const closed = new Promise<void>((resolve) => socket.on("error", () => {}).on("close", () => resolve()))
  return { until, closed, heard: () => heard }
}

/** Whether a server listens there. */
export const accepts = (port: number, host: string) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, host, () => {
      socket.destroy()
      resolve(true)
    }).on("error", () => resolve(false))
  })
