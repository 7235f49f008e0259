"""Speed, side by side with peers on the same records in the same run; never part of the test run."""
