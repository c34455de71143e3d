import type { Page } from '#http/page.ts';
import { documentOf, Frame, type Site } from '../frame.tsx';
import { page } from '../html.tsx';

/** `/dashboard`: its script makes what it shows. */
export function dashboardPage(site: Site): Page {
  const html = documentOf(
    <Frame title="Assay: dashboard" path="/dashboard" site={site} script="dashboard" needsScript>
      <div id="app" class="app" data-sandbox={site.sandbox ? '' : undefined} />
    </Frame>,
  );
  return page('dashboard', 'Checks, their evidence and a batch table, for people', html);
}
