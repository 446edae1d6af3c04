import { WorkspacePage } from '../../shell/workspace-page';
import { CompaniesCard } from './companies-card';
import { LookupCard } from './lookup-card';

/** Which channel brought a customer, and what the companies among them are worth. */
export function CustomersPage() {
  return (
    <WorkspacePage title="Customers" lead="Which channel brought an account, for ever, and what came of it.">
      <div class="grid">
        <LookupCard />
        <CompaniesCard />
      </div>
    </WorkspacePage>
  );
}
