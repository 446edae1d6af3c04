import { WORKSPACE_LIMITS } from '@headwater/protos/limits';
import { SHARED_PAGES } from '@headwater/protos/vocabulary';
import { useLocation } from 'preact-iso/router';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useMutation } from '../api/hooks';
import { may, useSession } from '../api/session';
import { ConfirmButton, DialogButton, Form } from '../components/forms';
import { Icon } from '../components/icon';
import { EmptyState, ErrorState, LoadingState } from '../components/states';
import { useLazy } from '../lazy';
import type { ShareViewProps } from '../pages/sharing/share-view';
import type { ShellDialogProps } from '../shell/actions';
import { savedPageOf, siteIdOf } from '../shell/menu';
import { withTexts } from '../strings/load';
import { t } from '../strings/text';
import { useView } from '../view/use-view';
import { urlOf } from '../view/view';
import { useSavedViews, type ShownView } from './use-saved-views';

const URL_OF_VIEWS = '/api/v1/saved-views';

/** Saves the shown page, and opens, edits and deletes saved views. */
export function SavedViews({ onClose }: ShellDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { path } = useLocation();
  const mayChange = may(useSession(), 'sites:write');
  const { views, data, error, isLoading, reload, stop } = useSavedViews();
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Returns the focus.
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      class="dialog views"
      aria-label={t('Saved views')}
      // Not for the dialogs within.
      onClose={({ target }) => target === dialog.current && onClose()}
      onClick={({ target }) => target === dialog.current && onClose()}
    >
      <h2>{t('Saved views')}</h2>
      {mayChange && savedPageOf(path) && <SaveForm />}
      {mayChange && <ShareButton />}
      {error && <ErrorState error={error} onRetry={reload} />}
      {isLoading && <LoadingState label={t('Loading the saved views')} onStop={stop} />}
      {data !== undefined && views.length === 0 && (
        <EmptyState title={t('No saved views')}>
          {t('A saved view opens a page with its time range, comparison, filters and dimensions.')}
        </EmptyState>
      )}
      {views.length > 0 && (
        <ul class="views-list">
          {views.map((view) => (
            <li key={view.id}>
              <a href={view.href} aria-current={view.isCurrent ? 'page' : undefined} onClick={onClose}>
                <Icon name={view.isCurrent ? 'check' : view.icon} />
                <span>
                  {view.name}
                  <span class="fine">{view.detail}</span>
                </span>
              </a>
              {mayChange && <ViewActions view={view} />}
            </li>
          ))}
        </ul>
      )}
      <form method="dialog" class="dialog-actions">
        <button type="submit" class="button">
          {t('Close')}
        </button>
      </form>
    </dialog>
  );
}

/** The query string of the shown page. */
function useShownQuery(): string {
  const { search } = useView();
  return urlOf('', search).slice(1);
}

function NameField({ name, onInput }: { readonly name: string; readonly onInput: (name: string) => void }) {
  return (
    <label class="field">
      {t('Name of the view')}
      <input
        required
        autofocus
        maxLength={WORKSPACE_LIMITS.maxSavedViewNameLength}
        value={name}
        onInput={({ currentTarget: { value } }) => onInput(value)}
      />
    </label>
  );
}

function SaveForm() {
  const { path } = useLocation();
  const query = useShownQuery();
  const [name, setName] = useState('');
  const { write, isBusy, error } = useMutation();
  const save = async () => {
    const siteId = siteIdOf(path);
    const body = { name, page: savedPageOf(path), query, ...(siteId === undefined ? {} : { siteId }) };
    if ((await write<object>(URL_OF_VIEWS, { method: 'POST', body })) !== undefined) setName('');
  };
  return (
    <Form submit={t('Save this view')} isBusy={isBusy} error={error} onSubmit={save}>
      <NameField name={name} onInput={setName} />
      <p class="fine">
        {t(
          'Saves the page with its time range, comparison, filters and dimensions for all members of the workspace.',
        )}
      </p>
    </Form>
  );
}

const loadShareView = withTexts('sites', async () => (await import('../pages/sharing/share-view')).ShareView);

/** Shares the shown page, if a share link can show it. */
function ShareButton() {
  const { path } = useLocation();
  const page = SHARED_PAGES.find((each) => each === savedPageOf(path));
  return (
    page && (
      <p class="after">
        <DialogButton label={t('Share this view')} icon="share" title={t('Share this view')}>
          {(close) => <LazyShareView page={page} siteId={siteIdOf(path)} close={close} />}
        </DialogButton>
      </p>
    )
  );
}

function LazyShareView(props: Omit<ShareViewProps, 'query'>) {
  const query = useShownQuery();
  const { component: ShareView, error } = useLazy(loadShareView);
  if (error) return <ErrorState error={error} onRetry={() => location.reload()} />;
  return ShareView ? <ShareView {...props} query={query} /> : <LoadingState label={t('Loading')} />;
}

function ViewActions({ view }: { readonly view: ShownView }) {
  const { id, name } = view;
  return (
    <span class="views-actions">
      <DialogButton label={t('Edit')} title={t('Edit the view “{name}”', { name })} variant="tool">
        {(close) => <EditForm view={view} close={close} />}
      </DialogButton>
      <ConfirmButton
        label={t('Delete')}
        icon="trash"
        variant="tool"
        title={t('Delete the view “{name}”?', { name })}
        method="DELETE"
        url={`${URL_OF_VIEWS}/${id}`}
      >
        {t('All members of the workspace lose it. The data of the page stays.')}
      </ConfirmButton>
    </span>
  );
}

function EditForm({ view, close }: { readonly view: ShownView; readonly close: () => void }) {
  const query = useShownQuery();
  const [name, setName] = useState(view.name);
  const [replaces, setReplaces] = useState(false);
  const { write, isBusy, error } = useMutation();
  const save = async () => {
    const body = { name, ...(replaces ? { query } : {}) };
    if ((await write<object>(`${URL_OF_VIEWS}/${view.id}`, { method: 'PATCH', body })) !== undefined) close();
  };
  return (
    <Form submit={t('Save')} isBusy={isBusy} error={error} onCancel={close} onSubmit={save}>
      <NameField name={name} onInput={setName} />
      {view.isOfPage && !view.isCurrent && (
        <label class="check">
          <input
            type="checkbox"
            checked={replaces}
            onChange={({ currentTarget: { checked } }) => setReplaces(checked)}
          />
          <span>{t('Replace it with the page as it is shown now')}</span>
        </label>
      )}
    </Form>
  );
}
