import { describeDashboard } from './dashboard/describe-dashboard';
import { describeAnnotations } from './dashboard/annotations';
import { describeAttribution } from './dashboard/attribution';
import { describeComparedRows } from './dashboard/compared-rows';
import { describeCustomers } from './dashboard/customers';
import { describeCustomerFilters } from './dashboard/customer-filters';
import { describeExploring } from './dashboard/exploring';
import { describeGoalsAndFunnels } from './dashboard/goals-and-funnels';
import { describeHealth } from './dashboard/health';
import { describeMeasures } from './dashboard/measures';
import { describeOverview } from './dashboard/overview';
import { describeSavedViews } from './dashboard/saved-views';
import { describeSignIn } from './dashboard/sign-in';

describeDashboard(
  describeSignIn,
  describeOverview,
  describeComparedRows,
  describeAnnotations,
  describeSavedViews,
  describeExploring,
  describeMeasures,
  describeGoalsAndFunnels,
  describeCustomers,
  describeCustomerFilters,
  describeAttribution,
  describeHealth,
);
