import { useEffect, useState } from "preact/hooks"
import type { Session } from "../session/Session.js"
import { signOut } from "../session/signing.js"
import { SessionContext } from "../session/useSession.js"
import { useStore } from "../store.js"
import { Boundary } from "../ui/Boundary.js"
import { Page } from "../ui/Page.js"
import { Banner } from "./Banner.js"
import { notice } from "./notices.js"
import { href, route } from "./route.js"
import type { Screen } from "./screens.js"

const kinds = {
  management: "Management key",
  read_only: "Read-only management key",
  ordinary: "Key"
} as const

const Navigation = ({ at, screens }: { readonly at: string; readonly screens: ReadonlyArray<Screen> }) => (
  <nav class="main" aria-label="Screens">
    <ul>
      {screens.map((screen) => (
        <li key={screen.at}>
          <a href={href([screen.at])} aria-current={screen.at === at ? "page" : undefined}>
            {screen.title}
          </a>
        </li>
      ))}
    </ul>
  </nav>
)

const SignedIn = ({ session }: { readonly session: Session }) => (
  <div class="who">
    <span class="name" title={session.key.label}>
      {session.key.name}
    </span>
    <span class="quiet">{kinds[session.kind]}</span>
    <button type="button" onClick={() => signOut(null)}>
      Sign out
    </button>
  </div>
)

const Notice = () => {
  const said = useStore(notice)
  return (
    <output class="notice" aria-live="polite">
      {said === null ? null : <p>{said.text}</p>}
    </output>
  )
}

const Nothing = ({ first }: { readonly first: Screen }) => (
  <Page title="Nothing is here">
    <p>
      This key has no screen at this address. Go to <a href={href([first.at])}>{first.title}</a>.
    </p>
  </Page>
)

/** The page of a session: the navigation, the key that is signed in, and the screen. */
export const Shell = ({ screens, session }: { readonly screens: ReadonlyArray<Screen>; readonly session: Session }) => {
  const { path } = useStore(route)
  const mine = screens.filter(({ kinds }) => kinds.includes(session.kind))
  const [first] = mine
  const at = path[0] ?? first?.at ?? ""
  const [id] = path.slice(1)
  const found = mine.find((screen) => screen.at === at)
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => setIsOpen(false), [at, id])
  if (first === undefined) return null
  const One = found?.one
  const All = found?.component
  return (
    <SessionContext.Provider value={session}>
      <button type="button" class="skip" onClick={() => document.getElementById("main")?.focus()}>
        Skip to the content
      </button>
      <div class={isOpen ? "shell open" : "shell"}>
        <header class="side">
          <div>
            <div class="brand">
              <span>Tollgate</span>
              <button type="button" class="menu" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
                Menu
              </button>
            </div>
            <Navigation at={at} screens={mine} />
            <SignedIn session={session} />
          </div>
        </header>
        <main id="main" tabIndex={-1}>
          <Banner />
          {One !== undefined && id !== undefined ? (
            <Boundary key={`${at}/${id}`}>
              <One id={id} />
            </Boundary>
          ) : All !== undefined && id === undefined ? (
            <Boundary key={at}>
              <All />
            </Boundary>
          ) : (
            <Nothing key={path.join("/")} first={first} />
          )}
        </main>
        <Notice />
      </div>
    </SessionContext.Provider>
  )
}
