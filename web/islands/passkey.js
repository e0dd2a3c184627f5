// Passkeys: asks the browser for one before the form of a `passkey-form` is sent, and sends its answer along.
customElements.define(
  'passkey-form',
  class extends HTMLElement {
    connectedCallback() {
      const form = this.querySelector('form');
      if (!globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON) {
        this.textContent = 'Passkeys need a browser that knows them.';
        return;
      }
      form?.addEventListener('submit', (event) => {
        event.preventDefault();
        void this.answer(form);
      });
    }

    /** @param {HTMLFormElement} form */
    async answer(form) {
      const alert = form.querySelector('[role=alert]');
      try {
        const options = JSON.parse(this.dataset['options'] ?? '');
        const credential =
          this.dataset['kind'] === 'create'
            ? await navigator.credentials.create({
                publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
              })
            : await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) });
        const input = form.querySelector('[name=response]');
        if (input instanceof HTMLInputElement && credential instanceof PublicKeyCredential)
          input.value = JSON.stringify(credential.toJSON());
        form.submit();
      } catch {
        if (alert instanceof HTMLElement) alert.hidden = false;
      }
    }
  },
);
