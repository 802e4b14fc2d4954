import { Component, type ComponentChildren } from "preact"
import { Page } from "./Page.js"

/** Stands for a screen that has thrown while it was shown, so that the others and the sign-out remain. */
export class Boundary extends Component<{ readonly children: ComponentChildren }, { readonly hasThrown: boolean }> {
  static override getDerivedStateFromError() {
    return { hasThrown: true }
  }

  override state = { hasThrown: false }

  override render() {
    if (!this.state.hasThrown) return this.props.children
    return (
      <Page title="This screen failed">
        <div class="failed" role="alert">
          <p>It cannot show what the server has answered. Is this page as new as the server? Load it again.</p>
          <button type="button" onClick={() => this.setState({ hasThrown: false })}>
            Try again
          </button>
        </div>
      </Page>
    )
  }
}
