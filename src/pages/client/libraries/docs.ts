import { readyKey } from '../key-store.ts';

/** An element of React, which is Swagger UI's own. */
type View = unknown;

interface SwaggerSystem {
  readonly React: { createElement(type: unknown, properties: object | null, ...children: readonly View[]): View };
}

interface LayoutProps {
  getComponent(name: string, connected: true): unknown;
  readonly specSelectors: { specStr(): string };
}

interface Swagger {
  preauthorizeApiKey(scheme: string, key: string): void;
}

const { SwaggerUIBundle } = globalThis as unknown as { SwaggerUIBundle: (options: object) => Swagger };

/**
 * The interface's parts in landmarks and below headings, so that screen readers find them, and without the choice of the only server. Its
 * headings hold links to themselves inside of buttons, where they cannot be followed; a heading that is opened puts itself into the
 * address anyway.
 */
const ours = ({ React: { createElement } }: SwaggerSystem) => ({
  components: {
    AssayLayout: ({ getComponent, specSelectors }: LayoutProps) => {
      const part = (name: string) => createElement(getComponent(name, true), null);
      if (!specSelectors.specStr()) return createElement('p', { role: 'status' }, 'Loading …');
      return createElement(
        'main',
        { className: 'swagger-ui' },
        part('InfoContainer'),
        part('AuthorizeBtnContainer'),
        part('errors'),
        createElement('h2', { className: 'unseen' }, 'Operations'),
        part('operations'),
        part('Models'),
      );
    },
    DeepLink: ({ text }: { readonly text: View }) => createElement('span', null, text),
  },
  wrapComponents: {
    ExamplesSelect: (original: unknown) => (properties: object) =>
      createElement(
        'label',
        null,
        createElement('span', { className: 'unseen' }, 'Example'),
        createElement(original, properties),
      ),
  },
});

const page = document.querySelector<HTMLElement>('#docs');
const swagger = SwaggerUIBundle({
  url: '/openapi.json',
  domNode: page,
  layout: 'AssayLayout',
  plugins: [ours],
  deepLinking: true,
  // Or it asks a validator on the internet.
  validatorUrl: null,
  tryItOutEnabled: true,
  persistAuthorization: false,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  // Its colours are no text for everybody, and a long answer is drawn at once without them.
  syntaxHighlight: { activated: false },
  onComplete: async () => {
    const key = await readyKey(page?.dataset.sandbox === 'true');
    if (key !== '') swagger.preauthorizeApiKey('ApiKey', key);
  },
});

const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = (): void => void document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();
