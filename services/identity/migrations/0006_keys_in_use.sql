-- Which keys stored profiles need is asked at every start, and answered without reading all profiles.
CREATE INDEX profiles_by_key ON identity.profiles (key_id);
