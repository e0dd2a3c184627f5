// A form that is sent with the answer of a passkey. Without a script it is hidden; where the browser knows no passkeys, the island says so in its place.
import { html, type Html } from '../html.ts';

export interface PasskeyView {
  /** What the browser is asked, as JSON. */
  options: string;
  token: string;
}

interface PasskeyForm {
  kind: 'create' | 'get';
  question: PasskeyView;
  action: string;
  /** Fields before the button. */
  content: Html;
  button: string;
}

/** The island `passkey.js` asks the browser before the form is sent. The form is there from the beginning, so that nothing moves when the script runs. */
export function passkeyForm({ kind, question, action, content, button }: PasskeyForm): Html {
  return html`<passkey-form data-kind="${kind}" data-options="${question.options}">
      <form method="post" action="${action}" class="ask-form">
        ${content}
        <input type="hidden" name="passkey" value="${question.token}" />
        <input type="hidden" name="response" value="" />
        <p class="notice danger" role="alert" hidden>The browser did not use a passkey. Try again.</p>
        <div class="ask-actions"><button class="primary">${button}</button></div>
      </form>
    </passkey-form>
    <p class="small soft without-script">Passkeys need a script, and a browser that knows them.</p>`;
}
