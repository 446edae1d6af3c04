import type { Schemas } from '@headwater/client/client';
import { WORKSPACE_LIMITS } from '@headwater/protos/limits';
import { SAVED_PAGES, SHARED_PAGES, type SharedPage } from '@headwater/protos/vocabulary';
import { useState } from 'preact/hooks';
import { useMutation, useQuery } from '../../api/hooks';
import { apiRequest } from '../../api/request';
import { maySeeAllSites, useSession } from '../../api/session';
import { Form } from '../../components/forms';
import { t } from '../../strings/text';

export type ShareLink = Schemas['ShareLink'];

interface SharedContent {
  readonly label: string;
  /** What a reader sees. */
  readonly content: string;
}

/** The pages that a link can show. */
export const SHARED_CONTENTS: Readonly<Record<SharedPage, SharedContent>> = {
  overview: {
    label: t('Overview'),
    content: t('Readers see the visits, but no event properties, goals or revenue.'),
  },
  events: { label: t('Events'), content: t('Readers see all events with all their properties.') },
  goals: {
    label: t('Goals'),
    content: t('Readers see all goals with their conversions, and can filter them by event properties.'),
  },
  journeys: {
    label: t('Journeys'),
    content: t('Readers see all funnels and the retention, and can filter them by event properties.'),
  },
  quality: {
    label: t('Traffic quality'),
    content: t('Readers see how many events were counted and dropped, and why.'),
  },
  revenue: {
    label: t('Revenue'),
    content: t(
      'Readers see the revenue of all accounts whose first visit was on this site, but no single accounts, payments or companies. A row can be the revenue of one customer.',
    ),
  },
  acquisition: {
    label: t('Acquisition'),
    content: t(
      'Readers see the number, MRR and revenue of all accounts whose first visit was on this site, but no single accounts, companies or costs. A row can be the revenue of one customer.',
    ),
  },
  cohorts: {
    label: t('Cohorts'),
    content: t(
      'Readers see the revenue over time of all accounts whose first visit was on this site, but no single accounts, companies or costs. A row can be the revenue of one customer.',
    ),
  },
};

/** Whether a page has numbers of the workspace, such as revenue. */
export const isOfWorkspace = (page: SharedPage): boolean => !SAVED_PAGES[page].startsWith('/sites/');

const DAY_MS = 86_400_000;
const NEVER = '0';
/** Days until a link expires, and their labels. */
const LIFETIMES = [
  [NEVER, t('No expiry')],
  ['7', t('7 days')],
  ['30', t('30 days')],
  ['90', t('90 days')],
  ['365', t('1 year')],
] as const;
/** The expiry of a link that is changed. */
const UNCHANGED = '';

const expiryOf = (days: string): string | null =>
  days === NEVER ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString();

interface Props {
  /** Undefined: the user chooses. */
  readonly siteId: number | undefined;
  /** The link to change. Undefined for a new one. */
  readonly link?: ShareLink;
  /** The page and view of a new link. */
  readonly page?: SharedPage;
  readonly view?: string;
  readonly onSaved: (link: ShareLink) => void;
  readonly onCancel: () => void;
}

/** The form for a share link: the page, the view with which it opens, and who can open it until when. */
export function ShareLinkForm({ siteId: given, link, onSaved, onCancel, ...initial }: Props) {
  const { write, isBusy, error } = useMutation();
  const seesAll = maySeeAllSites(useSession());
  const [siteId, setSiteId] = useState(given);
  const [name, setName] = useState(link?.name ?? '');
  const [page, setPage] = useState(link?.page ?? initial.page ?? 'overview');
  const [view, setView] = useState(link?.view ?? initial.view ?? '');
  const [password, setPassword] = useState('');
  const [days, setDays] = useState<string>(link ? UNCHANGED : NEVER);
  const save = async () => {
    const body = {
      ...(name.trim() === '' ? {} : { name }),
      ...{ page, view },
      ...(password === '' ? {} : { password }),
      ...(days === UNCHANGED ? {} : { expiresAt: expiryOf(days) }),
    };
    const url = `/api/v1/sites/${siteId}/share-links`;
    const saved = link
      ? await write<ShareLink>(`${url}/${link.id}`, { method: 'PATCH', body })
      : await write<ShareLink>(url, { method: 'POST', body });
    if (saved) onSaved(saved);
  };
  return (
    <Form
      submit={link ? t('Save') : t('Create link')}
      isBusy={isBusy}
      error={error}
      onSubmit={save}
      onCancel={onCancel}
    >
      <div class="fields">
        {given === undefined && <SiteField siteId={siteId} onChoose={setSiteId} />}
        <label class="field">
          {t('Name')}
          <input maxLength={100} value={name} onInput={(event) => setName(event.currentTarget.value)} />
          <span class="hint">
            {t('For your own reference, such as “for the agency”. Visitors don’t see it.')}
          </span>
        </label>
        <label class="field">
          {t('Page')}
          <select
            value={page}
            onChange={({ currentTarget: { value } }) => {
              setPage(SHARED_PAGES.find((each) => each === value) ?? 'overview');
              // It belongs to the page.
              setView('');
            }}
          >
            {SHARED_PAGES.filter((each) => seesAll || !isOfWorkspace(each)).map((each) => (
              <option key={each} value={each}>
                {SHARED_CONTENTS[each].label}
              </option>
            ))}
          </select>
        </label>
        <p class="notice">{SHARED_CONTENTS[page].content}</p>
        <label class="field">
          {t('View')}
          <input
            maxLength={WORKSPACE_LIMITS.maxSavedViewQueryLength}
            value={view}
            spellcheck={false}
            onInput={(event) => setView(event.currentTarget.value)}
          />
          <span class="hint">
            {t(
              'The part of an address after “?”, such as range=90d. The page opens with it; readers can choose other time ranges and filters.',
            )}
          </span>
        </label>
        {!link && (
          <label class="field">
            {t('Password')}
            <input
              type="password"
              autocomplete="new-password"
              minLength={8}
              maxLength={200}
              value={password}
              onInput={(event) => setPassword(event.currentTarget.value)}
            />
            <span class="hint">{t('At least 8 characters. Leave empty for no password.')}</span>
          </label>
        )}
        <label class="field">
          {t('Expiry')}
          <select value={days} onChange={(event) => setDays(event.currentTarget.value)}>
            {link && <option value={UNCHANGED}>{t('Unchanged')}</option>}
            {LIFETIMES.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
      </div>
    </Form>
  );
}

interface SiteFieldProps {
  readonly siteId: number | undefined;
  readonly onChoose: (siteId: number) => void;
}

/** The site of a link to a page of the workspace. */
function SiteField({ siteId, onChoose }: SiteFieldProps) {
  const { data } = useQuery(apiRequest('/api/v1/sites', {}));
  return (
    <label class="field">
      {t('Site')}
      <select required value={siteId ?? ''} onChange={(event) => onChoose(Number(event.currentTarget.value))}>
        <option value="">{t('Select a site')}</option>
        {data?.sites.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <span class="hint">{t('Readers see the numbers of this site only.')}</span>
    </label>
  );
}
