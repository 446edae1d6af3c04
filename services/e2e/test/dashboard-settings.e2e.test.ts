import { describeDashboard } from './dashboard/describe-dashboard';
import { describeAdministration } from './dashboard/administration';
import { describeExclusions } from './dashboard/exclusions';
import { describeImported } from './dashboard/imported';
import { describeIntegrations } from './dashboard/integrations';
import { describeLanguages } from './dashboard/languages';
import { describeSetup } from './dashboard/setup';
import { describeSharedReports } from './dashboard/shared-reports';
import { describeSharing } from './dashboard/sharing';
import { describeShortcuts } from './dashboard/shortcuts';
import { describeSites } from './dashboard/sites';
import { describeSwitching } from './dashboard/switching';

describeDashboard(
  describeSetup,
  describeImported,
  describeAdministration,
  describeExclusions,
  describeIntegrations,
  describeSites,
  describeSwitching,
  describeLanguages,
  describeShortcuts,
  describeSharing,
  describeSharedReports,
);
