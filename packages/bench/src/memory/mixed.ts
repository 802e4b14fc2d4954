import { type Message, messageOf } from "../harness/Message.js"

/** The nth of many requests, valid and invalid, to an account with these placeholders. */
export const mixed = (vars: Readonly<Record<string, string>>, n: number): Message => {
  const base = "/api/v1"
  const key = vars["MGMT_KEY"] ?? ""
  const keyPath = `${base}/keys/${vars["KEY_HASH"]}`
  switch (n % 8) {
    case 0:
      return messageOf({ method: "PATCH", path: keyPath, key, body: `{"name":"n${n}","limit":${n % 1000}}` })
    case 1:
      return messageOf({ method: "GET", path: `${base}/byok/${vars["BYOK_ID"]}`, key })
    case 2:
      return messageOf({ method: "GET", path: `${base}/workspaces/default/members?limit=100`, key })
    case 3:
      return messageOf({ method: "GET", path: `${base}/presets`, key: vars["PLAIN_KEY"] ?? "" })
    case 4:
      return messageOf({ method: "GET", path: `${base}/images/models`, key })
    case 5:
      return messageOf({ method: "POST", path: `${base}/auth/keys`, key, body: `{"code":"nope${n}"}` }, 400)
    case 6:
      return messageOf({ method: "PATCH", path: keyPath, key, body: '{"limit":-1}' }, 400)
    default:
      return messageOf({ method: "GET", path: `${base}/presets`, key: "unknown" }, 401)
  }
}
